import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { imageRules } from '#domain/media/rules.ts'
import { variables } from '#platform/config/variables.ts'
import { backupAgeSeconds } from '#platform/database/last-backup.server.ts'
import { newId } from '#platform/id.server.ts'
import { largestForm } from '#server/middleware/security.ts'
import { testDatabase } from '#test/database.ts'
import { temporaryFolder } from '#test/server-process.ts'

interface Service {
  build?: { context: string; args: Record<string, string> }
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  healthcheck?: { test: string[] }
  restart?: string
}

const dockerfile = readFileSync('Dockerfile', 'utf8')
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  readFileSync('compose.yaml', 'utf8'),
)
const unit = readFileSync('deploy/creative-dojo.service', 'utf8')
const [nginx, caddy, haproxy] = ['deploy/nginx.conf', 'deploy/Caddyfile', 'deploy/haproxy.cfg'].map((path) =>
  readFileSync(path, 'utf8'),
)
const port = variables.PORT.defaultValue

/** Of Node and of glibc. */
const runtimeSettings = ['NODE_ENV', 'PATH', 'MALLOC_ARENA_MAX', 'NODE_EXTRA_CA_CERTS']

/** Names of a setting: secrets may also end in _FILE. */
function unknownSettings(names: string[]): string[] {
  return names.filter((name) => !(name.replace(/_FILE$/, '') in variables) && !runtimeSettings.includes(name))
}

describe('the Dockerfile', () => {
  const [first = '', ...others] = dockerfile.split(/^FROM .*?(?= AS |$)/m).slice(1)
  const last = others.at(-1) ?? ''

  test('copies only what exists, from the folder or from an earlier stage', () => {
    for (const [, from, words = ''] of dockerfile.matchAll(/^COPY (?:--from=(\w+) )?(.*) \S+$/gm)) {
      if (from) expect(dockerfile).toMatch(new RegExp(`^FROM .* AS ${from}$`, 'm'))
      else expect(words.split(' ').filter((source) => !existsSync(source))).toEqual([])
    }
    const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.env', '.git', 'data', 'node_modules', 'build']))
  })

  test('starts the app with known settings, not as root, on the port that it exposes', () => {
    const [, settings = ''] = /^ENV (.*)$/m.exec(last) ?? []
    const env = Object.fromEntries(settings.split(' ').map((setting) => setting.split('=', 2)))
    expect(unknownSettings(Object.keys(env))).toEqual([])
    expect(env).toMatchObject({ PORT: port, DATA_DIR: '/data', NODE_ENV: 'production' })
    const lines = [
      'USER node',
      `EXPOSE ${port}`,
      'VOLUME /data',
      'CMD ["node", "--max-semi-space-size=16", "build/server/main.js"]',
    ]
    expect(last.split('\n')).toEqual(expect.arrayContaining(lines))
    expect(last).toMatch(/^HEALTHCHECK [^\n]*\\\n.*\/healthz/m)
  })

  test('has the sources that the build is compared with', () => {
    for (const stage of [first, last]) expect(stage).toMatch(/^COPY \. \.$/m)
  })
})

describe('compose.yaml', () => {
  const { app, database, caddy: proxy } = compose.services

  test('has known settings, and an app that trusts the one proxy', () => {
    expect(unknownSettings(Object.keys(app?.environment ?? {}))).toEqual([])
    expect(app).toMatchObject({ build: { context: '.' }, environment: { TRUST_PROXY: '1', DEMO: 'off' } })
    const args = [...dockerfile.matchAll(/^ARG (\w+)/gm)].map(([, name]) => name)
    expect(args).toEqual(expect.arrayContaining(Object.keys(app?.build?.args ?? {})))
    expect(app?.ports).toBeUndefined()
    expect(proxy?.environment?.APP_ADDRESS).toBe(`app:${port}`)
    expect(proxy?.ports).toEqual(['80:80', '443:443', '443:443/udp'])
  })

  test('passes every setting to the app but those that the image and this file decide', () => {
    const decided = ['PORT', 'HOST', 'DATA_DIR']
    const passed = Object.keys(app?.environment ?? {})
    expect(Object.keys(variables).filter((name) => !passed.includes(name))).toEqual(decided)
  })

  test('restarts every container that ends', () => {
    for (const service of Object.values(compose.services)) expect(service.restart).toBe('unless-stopped')
  })

  test('uses the same database in both services, and existing volumes and files', () => {
    const { POSTGRES_USER, POSTGRES_DB } = database?.environment ?? {}
    expect(app?.environment?.DATABASE_URL).toMatch(
      new RegExp(`^postgres://${POSTGRES_USER}:\\$\\{POSTGRES_PASSWORD.*\\}@database/${POSTGRES_DB}$`),
    )
    const sources = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.map((one) => one.split(':')[0] ?? ''),
    )
    const [files, named] = [
      sources.filter((one) => one.startsWith('.')),
      sources.filter((one) => !one.startsWith('.')),
    ]
    expect(files.filter((path) => !existsSync(path))).toEqual([])
    expect(named.sort()).toEqual(Object.keys(compose.volumes).sort())
  })
})

test('the systemd unit has known settings and starts what the container starts', () => {
  const names = [...unit.matchAll(/^Environment=(\w+)=/gm)].map(([, name = '']) => name)
  expect(unknownSettings(names)).toEqual([])
  expect(unit).toMatch(/^ExecStart=.*\/node --max-semi-space-size=16 build\/server\/main\.js$/m)
  expect(unit).toMatch(/^Restart=on-failure$/m)
  expect(unit).toMatch(/^StartLimitIntervalSec=0$/m)
  expect(unit).toMatch(/^ProtectSystem=strict$/m)
})

test('the settings file that docs/operations.md installs agrees with the systemd unit', async () => {
  const [, path = ''] = /^EnvironmentFile=(.+)$/m.exec(unit) ?? []
  const commands = readFileSync('docs/operations.md', 'utf8').split('\n')
  const [install = '', ...others] = commands.filter((line) => line.includes('sudo') && line.includes(path))
  expect(others).toEqual([])
  const file = join(await temporaryFolder(), 'settings')
  execFileSync('sh', ['-c', install.replace('sudo ', '').replace(path, file)])
  const settings = parseEnv(readFileSync(file, 'utf8'))
  expect(unknownSettings(Object.keys(settings))).toEqual([])
  const own = [...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, name = '', value]) => [name, value])
  for (const [name = '', value] of own) expect(settings[name] ?? value).toBe(value)
  expect(settings.DATA_DIR).toBe('/var/lib/creative-dojo/data')
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

describe('the proxies', () => {
  test('forward to the port of the app', () => {
    expect(nginx).toContain(`server 127.0.0.1:${port};`)
    expect(caddy).toContain(`{$APP_ADDRESS:127.0.0.1:${port}}`)
    expect(haproxy).toContain(`server app 127.0.0.1:${port} `)
  })

  test('accept every form that the app reads, so that the app can refuse it', () => {
    const limits = [/client_max_body_size (\d+)m/.exec(nginx ?? ''), /max_size (\d+)MB/.exec(caddy ?? '')]
    // 'm' of nginx is 1024 times 1024 bytes, 'MB' of Caddy a million.
    const bytes = [Number(limits[0]?.[1]) * 1024 * 1024, Number(limits[1]?.[1]) * 1_000_000]
    bytes.push(Number(/body_size gt (\d+)/.exec(haproxy ?? '')?.[1]))
    for (const limit of bytes) {
      expect(limit).toBeGreaterThan(largestForm)
      expect(limit).toBeGreaterThan(imageRules.submission.limit)
    }
  })

  test('close idle connections earlier than the app does', () => {
    const [, milliseconds] =
      /keepAliveTimeout: (\d+)_000/.exec(readFileSync('server/listen.ts', 'utf8')) ?? []
    const [, one] = /keepalive_timeout (\d+)s/.exec(nginx ?? '') ?? []
    const [, other] = /keepalive (\d+)s/.exec(caddy ?? '') ?? []
    for (const seconds of [one, other]) expect(Number(seconds)).toBeLessThan(Number(milliseconds))
  })

  test('forward the client address, the request id and one Host', () => {
    for (const header of [
      'Host $host',
      'X-Forwarded-For $proxy_add_x_forwarded_for',
      'X-Request-Id $request_id',
    ])
      expect(nginx).toContain(`proxy_set_header ${header};`)
    expect(caddy).toContain('header_up X-Request-Id {http.request.uuid}')
  })
})

test('secrets by file replace those of compose.yaml, one for each', () => {
  const { app, database } = parse(readFileSync('deploy/compose.secrets.yaml', 'utf8')).services
  const names = Object.keys({ ...app.environment, ...database.environment })
  expect(unknownSettings(names).filter((name) => !name.startsWith('POSTGRES_'))).toEqual([])
  for (const { environment } of [app, database]) {
    const replaced = Object.keys(environment).filter((name) => name.endsWith('_FILE'))
    for (const name of replaced) expect(environment[name.replace('_FILE', '')]).toBe('')
  }
})

test('with deploy/patroni a standby has what is acknowledged, and a lost leader is replaced within 30 seconds', () => {
  const { bootstrap, ...config } = parse(readFileSync('deploy/patroni/config.yml', 'utf8'))
  const { ttl, loop_wait, retry_timeout, synchronous_mode, postgresql } = bootstrap.dcs
  expect({ synchronous_mode, commit: postgresql.parameters.synchronous_commit }).toEqual({
    synchronous_mode: true,
    commit: 'on',
  })
  expect(ttl).toBeLessThan(25)
  expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
  // With the API v3, Patroni 3.0.2 forgets what the leader acknowledged once a former one goes on.
  expect(config).not.toHaveProperty('etcd3')
  expect(parseEnv(readFileSync('deploy/patroni/etcd', 'utf8'))).toMatchObject({ ETCD_ENABLE_V2: 'true' })
})

describe('the scheduled backup', async () => {
  const { db, connection } = await testDatabase()

  async function backUp() {
    const folder = await temporaryFolder()
    const [old, kept] = ['dojo-20200101T000000Z.tar.zst', 'other.tar.zst'].map((name) => join(folder, name))
    for (const path of [old, kept]) {
      writeFileSync(`${path}`, '')
      utimesSync(`${path}`, new Date(0), new Date(0))
    }
    const place = new URLSearchParams({
      host: String(connection.host),
      port: String(connection.port ?? 5432),
    })
    const env = {
      PATH: process.env.PATH,
      APP_DIR: process.cwd(),
      BACKUP_DIR: folder,
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL: `postgres:///${connection.database}?${place}&user=${connection.user}`,
    }
    const { status, stdout } = spawnSync('sh', ['deploy/backup.sh'], { env, encoding: 'utf8' })
    expect(readdirSync(folder)).toEqual([
      expect.stringMatching(/^dojo-(?!2020)\d{8}T\d{6}Z\.tar\.zst$/),
      'other.tar.zst',
    ])
    return { status, stdout }
  }

  test('makes and checks one, and removes those that are too old', async () => {
    expect(await backUp()).toEqual({ status: 0, stdout: '' })
    expect(await backupAgeSeconds(db)).toBeLessThan(60)
  })

  test('does the same when an image has no file, and says so', async () => {
    await db.rows(sql`
      insert into images (id, purpose, width, height, widths, bytes)
      values (${newId()}, 'challenge', 10, 10, '{320}', 9)`)
    expect(await backUp()).toEqual({ status: 3, stdout: expect.stringContaining('check-invariants') })
  })
})
