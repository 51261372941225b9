import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#platform/config/config.server.ts'
import { isLoopback } from '#platform/config/loopback.ts'
import { exampleText, variables } from '#platform/config/variables.ts'

const real = {
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://dojo.example',
  CONTACT_EMAIL: 'team@dojo.example',
}
const bucket = { S3_BUCKET: 'dojo', S3_REGION: 'eu-central-1' }

function refusal(env: Record<string, string>): string {
  try {
    readConfig(env)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('settings', () => {
  test('each have a default', () => {
    expect(readConfig({})).toMatchObject({
      demo: true,
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      oidcIssuer: 'https://accounts.google.com',
      adminEmails: [],
      site: {
        productName: undefined,
        contactEmail: undefined,
        socialLinks: undefined,
        moderation: undefined,
      },
      s3: undefined,
      trustProxy: 0,
    })
  })

  test('that are empty or blank count as not set', () => {
    const blank = Object.fromEntries(Object.keys(variables).map((name) => [name, ' ']))
    expect(readConfig(blank)).toEqual(readConfig({}))
  })

  test('are parsed', () => {
    const config = readConfig({
      ...real,
      ...bucket,
      PUBLIC_URL: 'https://Dojo.Example:443/',
      ADMIN_EMAILS: 'Ann@Example.org, bo@example.org,',
      S3_FORCE_PATH_STYLE: 'true',
    })
    expect(config.demo).toBe(false)
    expect(config.publicUrl).toBe('https://dojo.example')
    expect(config.adminEmails).toEqual(['ann@example.org', 'bo@example.org'])
    expect(config.trustProxy).toBe(1)
    expect(config.s3).toEqual({ bucket: 'dojo', region: 'eu-central-1', forcePathStyle: true })
  })

  test('.env.example lists them all with their defaults', async () => {
    expect(await readFile('.env.example', 'utf8'), 'npm run env:example writes it').toBe(exampleText())
  })
})

describe('a wrong setting is named in one line', () => {
  const wrong: [Record<string, string>, string][] = [
    [{ PORT: 'abc' }, "PORT must be a whole number from 1 to 65535, not 'abc'"],
    [{ PORT: '65536' }, "PORT must be a whole number from 1 to 65535, not '65536'"],
    [{ PORT: '0' }, "PORT must be a whole number from 1 to 65535, not '0'"],
    [{ HOST: 'a b' }, "HOST must be a host name or an IP address, not 'a b'"],
    [{ PUBLIC_URL: 'dojo.example' }, 'PUBLIC_URL must be an address that starts with http:// or https://'],
    [{ PUBLIC_URL: 'http://localhost:3000/dojo' }, 'PUBLIC_URL must be an address without a path'],
    [
      { DATABASE_URL: 'mysql://ann:pass@db/dojo' },
      'DATABASE_URL must be an address that starts with postgres:// and has one host',
    ],
    [
      { DATABASE_URL: 'postgres://ann:pass@db1,db2/dojo' },
      'DATABASE_URL must be an address that starts with postgres:// and has one host',
    ],
    [
      { DATABASE_PREPARED_STATEMENTS: 'yes' },
      "DATABASE_PREPARED_STATEMENTS must be auto, on or off, not 'yes'",
    ],
    [
      { OIDC_ISSUER: 'http://issuer.example' },
      "OIDC_ISSUER must start with https://, not 'http://issuer.example'",
    ],
    [{ OIDC_CLIENT_ID: 'id' }, 'OIDC_CLIENT_SECRET must be set together with OIDC_CLIENT_ID'],
    [{ DATABASE_POOL_SIZE: '1' }, "DATABASE_POOL_SIZE must be a whole number from 2 to 200, not '1'"],
    [{ WEB_CONCURRENCY: '0' }, "WEB_CONCURRENCY must be a whole number from 1 to 64, not '0'"],
    [
      { WEB_CONCURRENCY: '64' },
      'WEB_CONCURRENCY times DATABASE_POOL_SIZE must be at most 500 with the embedded PostgreSQL, not 640',
    ],
    [{ DEMO: 'yes' }, "DEMO must be on or off, not 'yes'"],
    [{ DEMO: 'off' }, 'DEMO=off needs a sign-in provider: set OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'],
    [
      { ...real, DEMO: 'on', PUBLIC_URL: '' },
      'DEMO=on has its own sign-in: leave OIDC_CLIENT_ID and OIDC_CLIENT_SECRET empty',
    ],
    [{ OIDC_CLIENT_SECRET: 'hush' }, 'OIDC_CLIENT_ID must be set together with OIDC_CLIENT_SECRET'],
    [{ OIDC_PROVIDER_NAME: 'x'.repeat(41) }, 'OIDC_PROVIDER_NAME'],
    [
      { ADMIN_EMAILS: 'ann@example.org, bo' },
      "ADMIN_EMAILS must hold e-mail addresses, not 'ann@example.org, bo'",
    ],
    [{ ADMIN_USER_IDS: '17' }, "ADMIN_USER_IDS must hold user ids, not '17'"],
    [{ MODERATION: 'never' }, "MODERATION must be after or before, not 'never'"],
    [{ PRODUCT_NAME: 'x'.repeat(61) }, 'PRODUCT_NAME'],
    [{ SOCIAL_LINKS: 'http://x.com/dojo' }, 'SOCIAL_LINKS must hold addresses that start with https://'],
    [{ CONTACT_EMAIL: 'ann' }, "CONTACT_EMAIL must be an e-mail address, not 'ann'"],
    [{ S3_BUCKET: 'dojo' }, 'S3_REGION must be set together with the other S3_ variables'],
    [{ S3_REGION: 'eu' }, 'S3_BUCKET must be set together with the other S3_ variables'],
    [{ ...bucket, S3_ENDPOINT: 'minio' }, 'S3_ENDPOINT must be an address'],
    [
      { ...bucket, S3_ACCESS_KEY_ID: 'id' },
      'S3_SECRET_ACCESS_KEY must be set together with S3_ACCESS_KEY_ID',
    ],
    [{ ...bucket, S3_SECRET_ACCESS_KEY: 'hush' }, 'S3_ACCESS_KEY_ID must be set together with'],
    [{ S3_FORCE_PATH_STYLE: 'yes' }, "S3_FORCE_PATH_STYLE must be true or false, not 'yes'"],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent'],
    [{ TRUST_PROXY: 'true' }, "TRUST_PROXY must be a whole number from 0 to 10, not 'true'"],
    [{ ...real, TRUST_PROXY: '0' }, 'TRUST_PROXY must be at least 1 outside the demo'],
    [{ TRUSTED_PROXIES: '10.0.0.1, proxy' }, 'TRUSTED_PROXIES must hold addresses or networks'],
  ]
  test.each(wrong)('%o', (env, expected) => {
    expect(refusal(env)).toContain(expected)
    expect(refusal(env)).not.toMatch(/\n|hush|pass/)
  })

  test('several are named together', () => {
    expect(refusal({ PORT: 'x', MODERATION: 'x' })).toMatch(/^PORT .*; MODERATION [^\n]*$/)
  })
})

describe('a secret may come from a file', () => {
  const secrets = Object.entries(variables).filter(([, { secret }]) => secret)

  async function fileOf(content: string): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'dojo-secrets-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'secret')
    await writeFile(path, content)
    return path
  }

  test.each(secrets.map(([name]) => name))('%s_FILE', async (name) => {
    const addresses: Record<string, string> = {
      DATABASE_URL: 'postgres://ann:pass@db/dojo',
      SMTP_URL: 'smtp://ann:pass@mail:587',
    }
    const value = addresses[name] ?? 'hush-hush-hush-hush'
    const env = { ...real, ...bucket, S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' }
    const expected = readConfig({ ...env, [name]: value })
    const path = await fileOf(`${value}\n`)
    expect(readConfig({ ...env, [name]: '', [`${name}_FILE`]: path })).toEqual(expected)
    expect(refusal({ ...env, [name]: value, [`${name}_FILE`]: path })).toBe(
      `${name} and ${name}_FILE must not both be set`,
    )
  })

  test('which is named if it is missing or empty', async () => {
    const empty = await fileOf('\n')
    expect(refusal({ ...real, OIDC_CLIENT_SECRET: '', OIDC_CLIENT_SECRET_FILE: empty })).toContain(
      `OIDC_CLIENT_SECRET_FILE ${empty} is empty`,
    )
    expect(refusal({ DATABASE_URL_FILE: '/nowhere/at-all' })).toMatch(
      /^DATABASE_URL_FILE \/nowhere\/at-all cannot be read: ENOENT/,
    )
  })

  test('whose content is not part of an error message', async () => {
    const path = await fileOf('mysql://ann:pass@db/dojo')
    expect(refusal({ DATABASE_URL_FILE: path })).toBe(
      'DATABASE_URL must be an address that starts with postgres:// and has one host',
    )
  })
})

describe('the demo stays on this machine', () => {
  test('and refuses another HOST or PUBLIC_URL', () => {
    expect(refusal({ HOST: '0.0.0.0' })).toContain(
      'HOST must be loopback (127.0.0.1, ::1 or localhost) in the demo',
    )
    expect(refusal({ PUBLIC_URL: 'https://dojo.example' })).toContain(
      'PUBLIC_URL must be on this machine in the demo',
    )
  })

  test('and refuses https, which its sign-in does not speak', () => {
    expect(refusal({ PUBLIC_URL: 'https://localhost:3000' })).toBe(
      "PUBLIC_URL must start with http:// in the demo, whose sign-in has no TLS, not 'https://localhost:3000': " +
        'set OIDC_CLIENT_ID to serve https',
    )
  })

  test('unless DEMO is off or a provider is set', () => {
    expect(readConfig({ DEMO: 'on' }).demo).toBe(true)
    expect(readConfig({ ...real, DEMO: 'off' }).demo).toBe(false)
    expect(readConfig(real).demo).toBe(false)
  })

  test.each(['localhost', '127.0.0.1', '127.8.8.8', '::1'])('and accepts %s', (HOST) => {
    expect(readConfig({ HOST }).host).toBe(HOST)
  })

  test.each(['0.0.0.0', '::', '10.0.0.1', 'localhost.example', '127.0.0.1.example', '128.0.0.1'])(
    '%s is not loopback',
    (host) => {
      expect(isLoopback(host)).toBe(false)
    },
  )
})

describe('with a real provider', () => {
  test('any HOST is accepted', () => {
    expect(readConfig({ ...real, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
  })

  test('PUBLIC_URL is https, except on this machine', () => {
    expect(refusal({ ...real, PUBLIC_URL: 'http://dojo.example' })).toContain(
      'PUBLIC_URL must start with https://',
    )
    expect(readConfig({ ...real, PUBLIC_URL: '' }).publicUrl).toBe('http://localhost:3000')
  })
})
