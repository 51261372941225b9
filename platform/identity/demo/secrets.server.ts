import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWKS } from 'oidc-provider'
import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { newSecret } from '#platform/secret.server.ts'

export interface DemoSecrets {
  clientSecret: string
  cookieKeys: string[]
  jwks: JWKS
}

const key = 'demo_identity'

/** The demo provider's keys: created once and stored in the settings for all processes and starts. */
export async function demoSecrets(db: Db): Promise<DemoSecrets> {
  const kept = await find(db)
  if (kept) return kept
  const made = JSON.stringify(await makeSecrets())
  await db.rows(sql`insert into settings (key, value) values (${key}, ${made}::jsonb) on conflict do nothing`)
  return (await find(db)) as DemoSecrets
}

async function find(db: Db): Promise<DemoSecrets | undefined> {
  const row = await db.row<{ value: DemoSecrets }>(sql`select value from settings where key = ${key}`)
  return row?.value
}

async function makeSecrets(): Promise<DemoSecrets> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const signing = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' }
  return { clientSecret: newSecret(), cookieKeys: [newSecret()], jwks: { keys: [signing] } as JWKS }
}
