import { expect, it } from 'vitest'
import { servicesContext } from '#app/context.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { requestContext } from '#test/request-context.ts'
import * as submit from './submit.tsx'

const { db } = await testDatabase()

it('the receipt mentions its mail only where mails are sent', async () => {
  const ann = await makeMember(db)
  const id = await makeChallenge(db)
  await makeSubmission(db, ann, id)
  const context = await requestContext(db, ann)
  const text = async () =>
    (await openPage(db, submit, `/challenges/${id}/submit?sent`, { params: { id }, context })).text
  expect(await text()).toMatch(/You find this receipt under Notifications\./)
  const mailer = { send: async () => undefined, close: () => undefined }
  context.set(servicesContext, { ...context.get(servicesContext), mailer })
  expect(await text()).toContain('under Notifications, and by mail unless you have turned that off')
})
