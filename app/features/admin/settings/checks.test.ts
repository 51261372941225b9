import { expect, it } from 'vitest'
import type { Finding } from '#platform/doctor.server.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import * as checks from './checks.tsx'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })

it('runs the checks for an administrator, ten times in ten minutes', async () => {
  const run = async (fields: Record<string, string> = {}) => {
    const request = formRequest('/admin/settings/checks', fields)
    const answer = await checks.action({ request, context: await requestContext(db, admin) } as never)
    return { status: answer.init?.status ?? 200, ...answer.data }
  }
  const { status, findings = [] } = await run()
  expect(status).toBe(200)
  const adviceOf = (name: string) => findings.find(({ check }: Finding) => check === name)?.advice
  for (const well of ['Database', 'Files', 'Mail', 'Sign-in provider', 'Clock'])
    expect(adviceOf(well)).toBeNull()
  const absent = findings.filter(({ isSetUp }: Finding) => !isSetUp)
  expect(absent.map(({ check }: Finding) => check)).toEqual(['Sign-in provider', 'Mail'])
  // Nothing runs at the address of the tests.
  expect(adviceOf('Address and proxy')).toContain('http://localhost:3000')
  expect(await run({ advice: 'none' })).toMatchObject({ status: 400 })
  for (let more = 0; more < 9; more++) await run()
  expect(await run()).toMatchObject({ status: 429 })
})

it('announces a mail and a question to the provider only where there are any', async () => {
  const textWith = async (env?: NodeJS.ProcessEnv) =>
    (await openPage(db, checks, '/admin/settings/checks', { viewer: admin, env })).text
  expect(await textWith()).toContain('This writes, reads and deletes a file')
  const real = {
    OIDC_ISSUER: 'https://id.example',
    OIDC_CLIENT_ID: 'dojo',
    OIDC_CLIENT_SECRET: 'word',
    PUBLIC_URL: 'https://dojo.example',
    CONTACT_EMAIL: 'help@dojo.example',
    SMTP_URL: 'smtp://127.0.0.1:25',
  }
  expect(await textWith(real)).toContain(
    'This asks the sign-in provider, sends a mail to help@dojo.example, writes',
  )
})

it('shows a lost connection as a message of the form', async () => {
  const serverAction = () => Promise.reject(new TypeError('Failed to fetch'))
  const answer = await checks.clientAction({ serverAction } as never)
  expect(answer).toMatchObject({ data: { message: 'The connection was lost. Please try again.' } })
})
