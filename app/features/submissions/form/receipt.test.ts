import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { Member } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { receiptNumber } from '#domain/submissions/rules.ts'
import { withdrawSubmission } from '#domain/submissions/withdraw.server.ts'
import {
  as,
  daysFromNow,
  makeBallot,
  makeChallenge,
  makeMember,
  makeSubmission,
  noFiles,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as submit from './submit.tsx'

const { db } = await testDatabase()

function openReceipt(viewer: Member, id: string, env: NodeJS.ProcessEnv = {}) {
  return openPage(db, submit, `/challenges/${id}/submit?sent`, { viewer, params: { id }, env })
}

it('the receipt names the entry, its number, and what happens next', async () => {
  const ann = await makeMember(db)
  const id = await makeChallenge(db, { type: 'weekly', deadline: daysFromNow(0.4) })
  const submission = await makeSubmission(db, ann, id, { title: 'A red bridge' })
  const { text, html } = await openReceipt(ann, id)
  expect(text).toContain('Submission Successful!')
  expect(text).toMatch(/A red bridge Live now\. Edit until \d+:\d\d\s[AP]M UTC ?\. Voting ends \w+day ?\./)
  expect(text).toContain(`No. ${receiptNumber(submission)} · Received `)
  expect(html).toContain(`href="/challenges/${id}/submissions/${submission}"`)
  expect(html).toContain(encodeURIComponent(`/challenges/${id}/submissions/${submission}`))
})

it('the receipt shows when others see the entry', async () => {
  const ann = await makeMember(db)
  const id = await makeChallenge(db)
  await makeSubmission(db, ann, id)
  const { text } = await openReceipt(ann, id, { MODERATION: 'before' })
  expect(text).toContain('Shown to others once approved.')
  expect(text).toContain('Received, waiting for approval')
  const hidden = await makeChallenge(db, { showSubmissions: false })
  await makeSubmission(db, ann, hidden)
  expect((await openReceipt(ann, hidden)).text).toContain('Shown to others after the deadline.')
})

it('a receipt that is opened again follows a rejection and the deadline', async () => {
  const ann = await makeMember(db)
  const { challenge: id, submission } = await makeBallot(db, { author: ann, showSubmissions: false })
  const late = (await openReceipt(ann, id)).text
  expect(late).toMatch(/Live now\. Voting ends \w+/)
  expect(late).not.toContain('Edit until')

  const admin = as(await makeMember(db, { isAdmin: true }))
  await rejectSubmission(db, admin, submission, 'Not original')
  const { text, html } = await openReceipt(ann, id)
  expect(text).toContain('Submission Rejected')
  expect(text).toContain('Only you see it.')
  expect(text).not.toMatch(/Successful|Live now|Voting ends|\+25 points/)
  expect(html).not.toContain(encodeURIComponent(`/submissions/${submission}`))
})

it('the receipt shows the points that were paid and the way to the next rank, without scripts', async () => {
  const ann = await makeMember(db)
  await db.rows(sql`update users set points = 100 where id = ${ann.id}`)
  const id = await makeChallenge(db)
  const first = await makeSubmission(db, ann, id)
  const { text, html } = await openReceipt(ann, id)
  expect(text).toContain('+25 points')
  expect(text).toMatch(/Novice Ninja 125 of 150/)
  const bars = [...html.matchAll(/<rect[^>]*>/g)].map(([bar]) => / width="([\d.]+)%"/.exec(bar)?.[1])
  expect(bars.map(Number).map(Math.round)).toEqual([67, 17])

  await withdrawSubmission({ db, files: noFiles }, as(ann), id, first)
  await db.rows(sql`update users set points = 0 where id = ${ann.id}`)
  await makeSubmission(db, ann, id)
  expect((await openReceipt(ann, id)).text).toMatch(/Novice Ninja 25 of 150/)
})

it('the receipt leads to the challenges in which the member can vote, or to the entry', async () => {
  const ann = await makeMember(db)
  const id = await makeChallenge(db)
  await makeSubmission(db, ann, id)
  const alone = await openReceipt(ann, id)
  expect(alone.text).not.toContain('Vote in')
  expect(alone.text.match(/View My Submission/g)).toHaveLength(1)
  for (const votable of [await makeChallenge(db), await makeChallenge(db)]) {
    await makeSubmission(db, await makeMember(db), votable)
    await openVoting(db, votable)
  }
  const { text, html } = await openReceipt(ann, id)
  expect(text).toContain('Vote in 2 challenges')
  expect(html).toMatch(/href="\/challenges\/voting"[^>]*>Vote in/)
  expect(text.match(/View My Submission/g)).toHaveLength(1)
})

it('the receipt of a text shows its lines, and that of a song without a cover its title', async () => {
  const ann = await makeMember(db)
  const text = await makeChallenge(db, { kind: 'text' })
  await makeSubmission(db, ann, text, { description: 'Salt.\nThen the water.' })
  expect((await openReceipt(ann, text)).html).toContain('Salt.\nThen the water.')
  const song = await makeChallenge(db, { kind: 'audio' })
  await makeSubmission(db, ann, song, { title: 'Ferry song', contentUrl: 'https://suno.com/song/x' })
  expect((await openReceipt(ann, song)).text.match(/Ferry song/g)?.length).toBeGreaterThanOrEqual(2)
})
