import { createServer, request } from 'node:http'
import pg from 'pg'
import sql from 'sql-template-tag'
import { expect, inject, onTestFinished, test } from 'vitest'
import { proxyAdvice } from '#platform/doctor.server.ts'
import { isSiteCheck, newSiteCheck } from '#platform/http/site-check.server.ts'
import { command, urlOf } from '#test/backup-world.ts'
import { testDatabase } from '#test/database.ts'
import { openFalseProvider } from '#test/false-provider.ts'
import { listening } from '#test/listening.ts'
import { ready, spawnServer, temporaryFolder } from '#test/server-process.ts'
import { smtpError, startMailServer } from '#test/smtp-server.ts'
import { freePort } from '../free-port.ts'

const { db, connection } = await testDatabase()
const line = { host: 'dojo.example', peer: '127.0.0.1', isTrusted: true }

async function doctor(env: Record<string, string>) {
  const { code, out } = await command(['doctor'], env)
  const lines = out.split('\n').filter((text) => /^[A-Z][a-z -]+: /.test(text))
  return { code, findings: Object.fromEntries(lines.map((text) => text.split(/: (.*)/, 2))) }
}

/** A proxy in front of `port()` that tells the app of the client, unless it is told not to. */
async function proxyTo(port: () => number, appends: () => boolean): Promise<string> {
  const proxy = createServer((incoming, answer) => {
    const headers = { ...incoming.headers }
    if (appends()) headers['x-forwarded-for'] = [headers['x-forwarded-for'], '198.51.100.7'].join(', ')
    const onward = request({ port: port(), path: incoming.url, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    onward.on('error', () => answer.writeHead(502).end())
    onward.end()
  })
  onTestFinished(() => void proxy.close())
  return listening(proxy)
}

test('doctor checks a real site through its proxy, and says what to do where something is wrong', async () => {
  const [provider, mails] = [await openFalseProvider(), await startMailServer()]
  onTestFinished(async () => {
    await Promise.all([provider.close(), mails.stop()])
  })
  let [port, appends, answer] = [0, true, { status: 400, error: 'invalid_grant' }]
  provider.answer('/token', (_, res) => {
    res.writeHead(answer.status, { 'Content-Type': 'application/json' })
    return res.end(JSON.stringify({ error: answer.error }))
  })
  const env = {
    PUBLIC_URL: await proxyTo(
      () => port,
      () => appends,
    ),
    DATABASE_URL: urlOf(connection),
    DATA_DIR: await temporaryFolder(),
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: 'word',
    CONTACT_EMAIL: 'help@dojo.example',
    SMTP_URL: mails.url,
  }
  const server = await ready(await spawnServer(env))
  port = Number(new URL(server.url).port)
  const ok = ['Database', 'Sign-in provider', 'Mail', 'Files', 'Address and proxy', 'Clock', 'Disk', 'Backup']
  expect(await doctor(env)).toEqual({
    code: 0,
    findings: Object.fromEntries(ok.map((check) => [check, 'ok'])),
  })
  expect(mails.received.map(({ to }) => to)).toEqual(['help@dojo.example'])
  expect(server.err()).not.toMatch(/"level":"(error|fatal)"/)

  appends = false
  answer = { status: 401, error: 'invalid_client' }
  mails.onRecipient = () => {
    throw smtpError(550, 'Relaying denied')
  }
  const { code, findings } = await doctor({
    ...env,
    S3_BUCKET: 'b',
    S3_REGION: 'r',
    S3_ENDPOINT: provider.issuer,
  })
  expect(code).toBe(1)
  expect(findings).toMatchObject({
    Database: 'ok',
    'Sign-in provider': expect.stringContaining('OIDC_CLIENT_ID and OIDC_CLIENT_SECRET'),
    Mail: expect.stringContaining('Relaying denied'),
    Files: expect.stringContaining("bucket 'b'"),
    'Address and proxy': expect.stringContaining('does not append the client'),
  })
  const away = await doctor({
    ...env,
    DATABASE_URL: 'postgres://dojo@127.0.0.1:1/dojo',
    OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`,
  })
  expect(away.findings).toMatchObject({
    Database: expect.stringContaining('ECONNREFUSED'),
    'Sign-in provider': expect.stringContaining('gives no usable answer (ECONNREFUSED)'),
  })
})

test('only the newest token is told what arrives, for a minute', async () => {
  const [former, token] = [await newSiteCheck(db), await newSiteCheck(db)]
  expect(await Promise.all([former, token, ''].map((one) => isSiteCheck(db, one)))).toEqual([
    false,
    true,
    false,
  ])
  await db.rows(sql`
    update settings set value = value || jsonb_build_object('at', clock_timestamp() - interval '61 seconds')
    where key = 'site_check'`)
  expect(await isSiteCheck(db, token)).toBe(false)
})

test('a database that is not UTF8 is refused at the start, by restore and by doctor', async () => {
  const server = inject('testServer')
  const name = `latin_${Date.now()}`
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name} encoding 'LATIN1' template template0 locale 'C'`)
  onTestFinished(async () => {
    await client.query(`drop database ${name} with (force)`)
    await client.end()
  })
  const env = { DATABASE_URL: urlOf({ ...server, database: name }), DATA_DIR: await temporaryFolder() }
  const refused = 'has the encoding LATIN1: create one with encoding UTF8'
  const app = await spawnServer(env)
  expect(await app.ended).toBe(1)
  expect(app.err()).toContain(refused)
  expect((await doctor(env)).findings).toMatchObject({
    Database: expect.stringContaining(refused),
    'Sign-in provider': 'not set up',
    Mail: 'not set up',
  })
})

test.each([
  [{ forwardedFor: ['192.0.2.1', '203.0.113.9'] }, 1, null],
  // Caddy drops what the client sent.
  [{ forwardedFor: ['203.0.113.9'] }, 1, null],
  [{ forwardedFor: ['192.0.2.1'] }, 0, null],
  [{ forwardedFor: ['192.0.2.1'] }, 1, 'does not append'],
  [{ forwardedFor: [] }, 1, 'does not append'],
  [{ forwardedFor: ['192.0.2.1', '203.0.113.9', '10.0.0.2'] }, 1, 'set it to 2'],
  [{ forwardedFor: ['203.0.113.9'], isTrusted: false, peer: '8.8.4.4' }, 1, 'The proxy at 8.8.4.4'],
  [{ forwardedFor: ['203.0.113.9'], host: '127.0.0.1:3000' }, 1, 'sends Host 127.0.0.1:3000'],
])('what arrives through the proxies: %j, TRUST_PROXY=%i', (seen, trustProxy, advice) => {
  const found = proxyAdvice({ ...line, ...seen }, { host: 'dojo.example', trustProxy })
  if (advice === null) expect(found).toBeNull()
  else expect(found).toContain(advice)
})
