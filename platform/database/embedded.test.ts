import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findPostmaster } from '#platform/database/embedded/postmaster.server.ts'
import { locatePrograms } from '#platform/database/embedded/programs.server.ts'
import { type EmbeddedServer, startEmbedded } from '#platform/database/embedded.server.ts'
import { Failure } from '#platform/failure.ts'
import { removeLeftovers } from '#test/leftovers.ts'

const quiet = { info: () => undefined, warn: () => undefined }
const servers: EmbeddedServer[] = []

const prefix = 'dojo-embedded-test-'
let made = ''

beforeAll(async () => {
  await removeLeftovers(prefix)
  const parent = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  await chmod(parent, 0o755)
  made = join(parent, 'postgres')
  await (await startEmbedded({ dataDir: made, log: quiet })).stop()
  return () => rm(parent, { recursive: true, force: true })
})

afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop()
})

async function start(dataDir: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir, log: quiet })
  servers.push(server)
  return server
}

async function folder(name = 'postgres', pid = process.pid): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), `${prefix}${pid}-`))
  await chmod(parent, 0o755)
  onTestFinished(() => rm(parent, { recursive: true, force: true }))
  return join(parent, name)
}

async function query<Row extends pg.QueryResultRow>(server: EmbeddedServer, text: string): Promise<Row[]> {
  const client = new pg.Client(server.connection)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** A process that holds a server, as one that is about to be killed. */
async function startElsewhere(dataDir: string): Promise<ChildProcess> {
  const child = spawnStart(dataDir)
  for await (const chunk of child.stdout ?? []) if (String(chunk).includes('started')) break
  return child
}

function spawnStart(dataDir: string): ChildProcess {
  const script = `import { startEmbedded } from '#platform/database/embedded.server.ts'
    await startEmbedded({ dataDir: process.argv[1], log: console })
    process.stdout.write('started')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

async function pidOf(server: EmbeddedServer): Promise<number> {
  return findPostmaster(server.cluster)?.pid ?? 0
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let left = 600; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (left === 0) throw error
      await sleep(50)
    }
  }
}

/** A folder whose cluster is set up already: copying one takes a tenth of making one. */
async function filledFolder(pid?: number): Promise<string> {
  const dataDir = await folder('postgres', pid)
  await promisify(execFile)('cp', ['-a', made, dataDir])
  return dataDir
}

/** A closed folder above keeps PostgreSQL's account out, as a home folder does. */
async function closed(dataDir: string): Promise<string> {
  await chmod(join(dataDir, '..'), 0o700)
  return dataDir
}

describe('the embedded server', () => {
  test('serves over a unix socket only, keeps its rows over a restart, and leaves no process running', async () => {
    const dataDir = await folder()
    const first = await start(dataDir)
    await query(first, 'create table kept as select 1 as one')
    expect(await query(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect(await query(first, 'show server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
    await first.stop()
    expect(findPostmaster(first.cluster)).toBeUndefined()
    expect(await query(await start(dataDir), 'select one from kept')).toEqual([{ one: 1 }])
  })

  test('runs in several folders at once, long names and closed folders too', async () => {
    const long = await folder(`${'long-'.repeat(20)}name`)
    const servers = await Promise.all([start(long), start(await closed(await folder()))])
    const [one, other] = servers
    await query(one, 'create table here as select 1')
    await expect(query(other, 'select from here')).rejects.toThrow('does not exist')
  })

  test('removes the files of a failed setup, and is set up by one of two processes', async () => {
    const dataDir = await folder()
    for (const name of ['cluster.new', 'cluster.new-a1b2c3'])
      await mkdir(join(dataDir, name, 'base'), { recursive: true })

    const outcomes = await Promise.allSettled([start(dataDir), start(dataDir)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(String(refused?.reason)).toContain(`in use by another process (pid ${process.pid} on `)
    expect((await readdir(dataDir)).sort()).toEqual(['cluster', 'lock', 'lock.owner', 'server.log'])
  })
})

describe('after a kill -9', () => {
  test('during the first setup, whose programs write on, the next start works and then removes their files', async () => {
    const dataDir = await folder()
    const killed = spawnStart(dataDir)
    const isHalf = (name: string) => name.startsWith('cluster.new')
    await eventually(async () => {
      const half = (await readdir(dataDir)).find(isHalf) ?? ''
      await readdir(join(dataDir, half, 'global'))
    })
    killed.kill('SIGKILL')
    await once(killed, 'close')
    await (await startEmbedded({ dataDir, log: quiet })).stop()
    await eventually(async () => {
      const server = await startEmbedded({ dataDir, log: quiet })
      const left = await readdir(dataDir)
      await server.stop()
      expect(left.filter(isHalf)).toEqual([])
    })
  })

  test('of the app, the next process adopts the running server', async () => {
    const dataDir = await filledFolder()
    const killed = await startElsewhere(dataDir)
    const before = findPostmaster(join(dataDir, 'cluster'))
    killed.kill('SIGKILL')
    const server = await start(dataDir)
    expect(await pidOf(server)).toBe(before?.pid)
    await server.stop()
    expect(findPostmaster(server.cluster)).toBeUndefined()
  })

  test('of a backend, and of PostgreSQL, the server restarts and has lost no data', async () => {
    const server = await start(await filledFolder())
    await query(server, 'create table kept as select 1 as one')
    const killed = await pidOf(server)
    await killBackend(server)
    expect(await eventually(() => query(server, 'select one from kept'))).toEqual([{ one: 1 }])
    process.kill(killed, 'SIGKILL')
    expect(await eventually(() => query(server, 'select one from kept'))).toEqual([{ one: 1 }])
    expect(await pidOf(server)).not.toBe(killed)
  })

  test('of PostgreSQL, the server restarts although its log has been deleted', async () => {
    const server = await start(await filledFolder())
    await rm(join(server.cluster, '../server.log'))
    process.kill(await pidOf(server), 'SIGKILL')
    expect(await eventually(() => query(server, 'select 1 as one'))).toEqual([{ one: 1 }])
  })

  test('of PostgreSQL, an immediate stop still stops it', async () => {
    const server = await start(await filledFolder())
    process.kill(await pidOf(server), 'SIGKILL')
    await sleep(5)
    await server.stop()
    expect(findPostmaster(server.cluster)).toBeUndefined()
  })

  test('of both, with another process under the old number, the next one starts', async () => {
    const dataDir = await filledFolder()
    const app = await startElsewhere(dataDir)
    const cluster = join(dataDir, 'cluster')
    const postmaster = findPostmaster(cluster)
    app.kill('SIGKILL')
    process.kill(postmaster?.pid ?? 0, 'SIGKILL')
    await renumber(cluster, process.pid)
    expect(await query(await start(dataDir), 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

test('ends no other program that works in the folder of a cluster', async () => {
  const dataDir = await filledFolder()
  const cluster = join(dataDir, 'cluster')
  await writeFile(join(cluster, 'postmaster.pid'), `${process.pid}\n`)
  const other = spawn('sleep', ['60'], { cwd: cluster })
  onTestFinished(() => void other.kill())
  await once(other, 'spawn')
  await start(dataDir)
  expect([other.exitCode, other.signalCode]).toEqual([null, null])
})

const isRoot = process.getuid?.() === 0

/** What a start says that cannot see the processes of this one, as in another container on the same folder. */
async function startInContainer(dataDir: string): Promise<string> {
  const script = `import { startEmbedded } from '#platform/database/embedded.server.ts'
    await startEmbedded({ dataDir: process.argv[1], log: console }).catch((error) => process.stdout.write(error + '\\n'))
    process.exit()`
  const command = ['--pid', '--fork', '--mount-proc', process.execPath, '--input-type=module', '-e', script]
  return (await promisify(execFile)('unshare', [...command, dataDir])).stdout
}

describe.skipIf(!isRoot)('another container on the same folder (needs root)', () => {
  test('is refused while the first one runs, which is not affected', async () => {
    const server = await start(await filledFolder())
    expect(await startInContainer(join(server.cluster, '..'))).toMatch(
      /^Failure: .* is in use by another process \(pid \d+ on \S+\): stop it first, or set another DATA_DIR\n$/,
    )
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('is refused while only PostgreSQL of the first one runs', async () => {
    const dataDir = await filledFolder()
    const killed = await startElsewhere(dataDir)
    killed.kill('SIGKILL')
    const before = findPostmaster(join(dataDir, 'cluster'))
    expect(await startInContainer(dataDir)).toMatch(
      /^Failure: .* is in use by a PostgreSQL that this process cannot see/,
    )
    expect(await pidOf(await start(dataDir))).toBe(before?.pid)
  })
})

describe.skipIf(!isRoot)('below a folder that is closed to its account (needs root)', () => {
  test('keeps everything in its own folder, and is adopted after a kill -9', async () => {
    const dataDir = await closed(await folder())
    const killed = await startElsewhere(dataDir)
    expect(await realpath(join(dataDir, 'cluster'))).toBe(join(dataDir, 'cluster'))
    const before = findPostmaster(join(dataDir, 'cluster'))
    killed.kill('SIGKILL')
    const server = await start(dataDir)
    expect(await pidOf(server)).toBe(before?.pid)
    process.kill(await pidOf(server), 'SIGKILL')
    expect(await eventually(() => query(server, 'select 1 as one'))).toEqual([{ one: 1 }])
  })

  test('uses a cluster that an early release linked from outside', async () => {
    const [dataDir, outside] = [await folder(), await filledFolder()]
    await mkdir(dataDir)
    await symlink(join(outside, 'cluster'), join(dataDir, 'cluster'))
    expect((await start(dataDir)).cluster).toBe(join(outside, 'cluster'))
  })
})

describe.skipIf(!isRoot)('a full disk (needs root)', () => {
  async function disk(size: string): Promise<string> {
    const dataDir = await folder()
    await mkdir(dataDir)
    await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', dataDir])
    onTestFinished(async () => void (await promisify(execFile)('umount', ['--lazy', dataDir])))
    return dataDir
  }

  test.each(['30m', '40m'])('of %s during setup fails with a message and leaves no files', async (size) => {
    const dataDir = await disk(size)
    const refused = startEmbedded({ dataDir, log: quiet })
    await expect(refused).rejects.toThrow(Failure)
    await expect(refused).rejects.toThrow(/No space left on device|could not extend file/)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('cluster.new'))).toEqual([])
    const cluster = join(dataDir, 'cluster')
    expect(findPostmaster(cluster)).toBeUndefined()
  })
})

describe.skipIf(!isRoot)('programs that its account cannot run where they are (needs root)', () => {
  /** Locates them with a disk of `size` for their copy. The mounts are seen by the commands alone. */
  async function locate(size: string): Promise<string> {
    const copies = '/var/lib/creative-dojo'
    const native = join(locatePrograms().postgres, '../..')
    const script = `const programs = await import('#platform/database/embedded/programs.server.ts')
      try { programs.locatePrograms(); console.log('found') } catch (error) { console.log(String(error)) }`
    const commands = `set -e; mkdir -p ${copies}; mount -t tmpfs -o size=${size},mode=755 tmpfs ${copies}
      mount --bind ${native} ${native}; mount -o remount,bind,noexec ${native}
      "$@"; ls ${copies}`
    const command = [process.execPath, '--input-type=module', '-e', script]
    return (await promisify(execFile)('unshare', ['--mount', 'sh', '-c', commands, 'sh', ...command])).stdout
  }

  test('are copied for it, whole or not at all', async () => {
    expect(await locate('1g')).toMatch(/^found\npostgresql-[\d.a-z-]+\n$/)
    expect(await locate('2m')).toMatch(
      /^Failure: PostgreSQL could not be copied to \/var\/lib\/creative-dojo, .*No space left on device\n$/,
    )
  })
})

describe('a cluster is refused', () => {
  test.skipIf(!isRoot)('when it belongs to another account (needs root)', async () => {
    const dataDir = await filledFolder()
    await chown(join(dataDir, 'cluster'), 12_345, 12_345)
    await expect(start(dataDir)).rejects.toThrow(
      /^PostgreSQL did not start: .*(wrong ownership|Permission denied|could not access)/,
    )
  })

  test('when another release of PostgreSQL wrote it', async () => {
    const dataDir = await filledFolder()
    await writeFile(join(dataDir, 'cluster/PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(
      'PostgreSQL did not start: database files are incompatible with server',
    )
  })
})

async function killBackend(server: EmbeddedServer): Promise<void> {
  const client = new pg.Client(server.connection)
  client.on('error', () => undefined)
  await client.connect()
  const ended = new Promise((resolve) => client.once('end', resolve))
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
  await ended
}

async function renumber(cluster: string, pid: number): Promise<void> {
  const path = join(cluster, 'postmaster.pid')
  const [, ...rest] = (await readFile(path, 'utf8')).split('\n')
  await writeFile(path, [pid, ...rest].join('\n'))
}
