import { spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type pg from 'pg'
import { serverUser } from '#platform/database/embedded/programs.server.ts'
import { projectRoot } from './app.ts'
import { until } from './postgres.ts'
import { processesIn, signal } from './processes.ts'
import { type FaultContext, SkipScenario } from './scenario.ts'

export type NodeName = 'node1' | 'node2' | 'node3'

/** Three PostgreSQL nodes under Patroni with etcd, from the files of deploy/patroni, behind HAProxy. */
export interface PatroniCluster {
  /** Leads to the leader. */
  connection: pg.ClientConfig & { password: string }
  leader(): Promise<NodeName>
  /** Ends all processes of a node, as the loss of its machine does. */
  kill(name: NodeName): Promise<void>
  /** Stops all processes of a node, so that its connections stay open and carry nothing. */
  freeze(name: NodeName): Promise<void>
  /** Starts a killed node, or lets a frozen one go on. */
  start(name: NodeName): Promise<void>
  /** Waits until all nodes follow one leader, one of them synchronously. */
  whole(): Promise<void>
}

const nodes = ['node1', 'node2', 'node3'] as const
const binaries = '/usr/lib/postgresql/15/bin'
const needed = [
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  ...['postgres', 'pg_rewind'].map((name) => `${binaries}/${name}`),
]
const environment = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' }
/** Of a busy machine. */
const longestMs = 120_000

export async function startPatroni(context: FaultContext): Promise<PatroniCluster> {
  const missing = needed.filter((path) => !existsSync(path))
  if (missing.length > 0) throw new SkipScenario(`${missing.join(', ')} are not installed`)
  // All addresses of 127.0.0.0/8 lead to this machine, so the shipped ports are used.
  const net = `127.${context.random.between(1, 254)}.${process.pid % 255}`
  const folderOf = (name: string) => join(context.folder, name)

  for (const name of nodes) {
    await mkdir(folderOf(name), { mode: 0o700 })
    const own = (file: string) => ofNode(shipped(file, net), name)
    const config = own('config.yml')
      .replace('/var/lib/postgresql/15/dojo', join(folderOf(name), 'cluster'))
      .replaceAll(/\/var\/(run|lib)\/postgresql/g, folderOf(name))
      .replace('local all postgres peer', 'local all postgres trust')
    await writeFile(join(folderOf(name), 'config.yml'), config)
    await writeFile(join(folderOf(name), 'etcd'), own('etcd'))
    const user = serverUser()
    if (user) await chown(folderOf(name), user.uid, user.gid)
  }
  await mkdir(folderOf('haproxy'))
  const proxy = shipped('haproxy.cfg', net).replace('127.0.0.1:5432', `${net}.10:5432`)
  await writeFile(join(folderOf('haproxy'), 'haproxy.cfg'), proxy)

  function run(name: string, program: string, args: string[], env = {}): void {
    const log = openSync(join(folderOf(name), `${program.split('/').at(-1)}.log`), 'a')
    const user = serverUser()
    const options = { ...user, cwd: folderOf(name), env: { ...environment, ...env }, detached: true }
    spawn(program, args, { ...options, stdio: ['ignore', log, log] })
    closeSync(log)
  }

  async function start(name: NodeName): Promise<void> {
    const frozen = await processesIn(folderOf(name))
    for (const pid of frozen) signal(pid, 'SIGCONT')
    if (frozen.length > 0) return
    const settings = parseEnv(readFileSync(join(folderOf(name), 'etcd'), 'utf8'))
    run(name, '/usr/bin/etcd', ['--data-dir', 'etcd-data'], settings)
    run(name, '/usr/bin/patroni', ['config.yml'])
  }

  /** What a node says of all. */
  async function members(): Promise<{ name: NodeName; role: string; state: string }[]> {
    for (const index of nodes.keys()) {
      const response = await fetch(`http://${net}.${11 + index}:8008/cluster`, {
        signal: AbortSignal.timeout(5_000),
      }).catch(() => undefined)
      if (response?.ok) return ((await response.json()) as { members: [] }).members
    }
    return []
  }

  async function kill(name: string): Promise<void> {
    await until(
      async () => {
        const pids = await processesIn(folderOf(name))
        for (const pid of pids) signal(pid, 'SIGKILL')
        return pids.length === 0
      },
      longestMs,
      `the end of ${name}`,
    )
  }

  async function whole(): Promise<void> {
    await until(
      async () => {
        const found = await members()
        const count = (...roles: string[]) => found.filter(({ role }) => roles.includes(role)).length
        const isRunning = found.every(({ state }) => state === 'running' || state === 'streaming')
        return isRunning && found.length === 3 && count('leader') === 1 && count('sync_standby') === 1
      },
      longestMs,
      'a leader with a synchronous standby and a third node',
    )
  }

  for (const name of [...nodes, 'haproxy']) context.onEnd(() => kill(name))
  for (const name of nodes) await start(name)
  run('haproxy', '/usr/sbin/haproxy', ['-db', '-f', 'haproxy.cfg'])
  await whole()
  return {
    connection: {
      host: `${net}.10`,
      port: 5432,
      user: 'postgres',
      password: 'change-me',
      database: 'postgres',
    },
    async leader() {
      const found = (await members()).find(({ role }) => role === 'leader')
      if (!found) throw new Error('no node is the leader')
      return found.name
    },
    kill,
    async freeze(name) {
      for (const pid of await processesIn(folderOf(name))) signal(pid, 'SIGSTOP')
    },
    start,
    whole,
  }
}

function shipped(file: string, net: string): string {
  return readFileSync(join(projectRoot, 'deploy/patroni', file), 'utf8')
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll('10.0.0.', `${net}.`)
}

/** Lines with one machine have that of the node. */
function ofNode(text: string, name: NodeName): string {
  const digit = name.slice(-1)
  const own = (line: string) => line.replace('node1', name).replace(/\.11\b/, `.1${digit}`)
  return text
    .split('\n')
    .map((line) => (/\.12\b/.test(line) ? line : own(line)))
    .join('\n')
}
