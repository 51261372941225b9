import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import { singleLine } from '#platform/text/text.ts'
import type { DemoAccount } from './accounts.ts'

type Person = Omit<DemoAccount, 'note'>

export interface PersonInput {
  name: string
  email: string
}

export type PersonErrors = Partial<Record<keyof PersonInput, string>>

export function validatePerson(input: PersonInput, accounts: readonly DemoAccount[]): PersonErrors {
  const name = singleLine(input.name)
  const email = normaliseEmail(input.email)
  const errors: PersonErrors = {}
  if (name === '') errors.name = 'Enter a name.'
  else if ([...name].length > 80) errors.name = 'Use at most 80 characters.'

  if (email === '') errors.email = 'Enter an e-mail address.'
  else if (email.length > 254 || !/^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/.test(email)) {
    errors.email = 'Enter an address such as you@example.org.'
  } else if (accounts.some((account) => normaliseEmail(account.email) === email)) {
    errors.email = 'This address belongs to one of the accounts above. Choose it there.'
  }
  return errors
}

/** Stores a person who typed a name and an unverified address. The same address always has the same subject. */
export async function storePerson(db: Db, input: PersonInput): Promise<Person> {
  const email = normaliseEmail(input.email)
  const subject = `someone-${createHash('sha256').update(email).digest('hex').slice(0, 32)}`
  const person: Person = { subject, name: singleLine(input.name), email, emailVerified: false }
  await db.rows(sql`
    insert into demo_identity_records (kind, id, payload) values ('Person', ${subject}, ${JSON.stringify(person)}::jsonb)
    on conflict (kind, id) do update set payload = excluded.payload`)
  return person
}

export async function deletePeople(db: Db, subjects: string[]): Promise<void> {
  await db.rows(sql`
    delete from demo_identity_records where kind = 'Person' and id = any(${subjects}::text[])`)
}

export async function findPerson(
  db: Db,
  accounts: readonly DemoAccount[],
  subject: string,
): Promise<Person | undefined> {
  const account = accounts.find((one) => one.subject === subject)
  if (account) return account
  const record = await db.row<{ payload: Person }>(sql`
    select payload from demo_identity_records where kind = 'Person' and id = ${subject}`)
  return record?.payload
}

function normaliseEmail(email: string): string {
  return singleLine(email.normalize('NFKC')).toLowerCase()
}
