import { expect, it } from 'vitest'
import { sendReport } from '#domain/reports/commands.server.ts'
import { REPORT_MESSAGES as MESSAGES, REPORT_LIMITS } from '#domain/reports/rules.ts'
import { as, makeBallot, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import * as report from './report.tsx'

const { db } = await testDatabase()

async function world() {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const params = { kind: 'member', subjectId: ben.id }
  const path = `/report/member/${ben.id}`
  const open = () => openPage(db, report, path, { viewer: ann, params })
  const send = async (fields: Record<string, string>) => {
    const request = formRequest(path, fields)
    const context = await requestContext(db, ann)
    return report.action({ request, params, context } as never) as Promise<unknown>
  }
  return { ann, ben, open, send }
}

it('marks the note that is missing or too long, and keeps what was typed', async () => {
  const { send } = await world()
  expect(await send({ reason: 'other', note: ' ' })).toMatchObject({
    data: { errors: { note: MESSAGES.note }, reason: 'other', note: ' ' },
    init: { status: 422 },
  })
  const long = 'x'.repeat(REPORT_LIMITS.note + 1)
  expect(await send({ reason: 'spam', note: long })).toMatchObject({
    data: { errors: { note: MESSAGES.noteLength }, reason: 'spam', note: long },
  })
  const refused = (await send({ reason: '', note: 'Why' })) as { data: object }
  expect(refused.data).toEqual({ message: MESSAGES.reason, reason: '', note: 'Why' })
})

it('says that a report is open instead of showing the form', async () => {
  const { ann, ben, open } = await world()
  expect((await open()).html).toContain('<textarea')
  await sendReport(db, as(ann), { kind: 'member', id: ben.id, reason: 'spam', note: '' })
  const { html, text } = await open()
  expect(text).toContain(MESSAGES.known)
  expect(html).not.toContain('<textarea')
})

it('tells nothing of who made the subject', async () => {
  const [author, ann] = [await makeMember(db), await makeMember(db)]
  const { submission: id } = await makeBallot(db, { author })
  const context = await requestContext(db, ann)
  const params = { kind: 'submission', subjectId: id }
  const request = new Request(`${origin}/report/submission/${id}`)
  const loaded = await report.loader({ request, params, context } as never)
  expect(loaded).toMatchObject({ subject: { kind: 'submission', id } })
  expect(JSON.stringify(loaded)).not.toContain(author.id)
})
