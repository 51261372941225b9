import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { daysFromNow, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as list from './features/challenges/list.tsx'
import * as show from './features/challenges/show.tsx'
import * as voting from './features/challenges/voting/voting.tsx'
import * as home from './features/home/home.tsx'
import * as submit from './features/submissions/form/submit.tsx'
import * as gallery from './features/submissions/gallery/gallery.tsx'
import * as submissionPage from './features/submissions/show/show.tsx'

const { db } = await testDatabase()
const viewer = await makeMember(db)
const until = new Date(daysFromNow(0).getTime() + (7 * 60 + 28.5) * 60_000)
const text = /\b7 h 28 min left(?!, closes)/
let open: string
let inVoting: string
let submissionId: string

beforeAll(async () => {
  open = await makeChallenge(db, { type: 'daily', deadline: until })
  inVoting = await makeChallenge(db, { type: 'weekly' })
  submissionId = await makeSubmission(db, await makeMember(db), inVoting)
  await openVoting(db, inVoting)
  await db.rows(sql`update challenges set voting_ends_at = ${until} where id = ${inVoting}`)
})

test.each([
  ['home', () => openPage(db, home, '/')],
  ['the challenge list', () => openPage(db, list, '/challenges')],
  ['the challenge', () => openPage(db, show, `/challenges/${open}`, { params: { id: open } })],
  [
    'the submit page',
    () => openPage(db, submit, `/challenges/${open}/submit`, { params: { id: open }, viewer }),
  ],
  ['the gallery', () => openPage(db, gallery, `/challenges/${open}/submissions`, { params: { id: open } })],
  ['the voting page', () => openPage(db, voting, '/challenges/voting')],
  [
    'a challenge in voting',
    () => openPage(db, show, `/challenges/${inVoting}`, { params: { id: inVoting } }),
  ],
  [
    'the voting gallery',
    () =>
      openPage(db, gallery, `/challenges/${inVoting}/submissions?mode=voting`, { params: { id: inVoting } }),
  ],
  [
    'a submission in voting',
    () =>
      openPage(db, submissionPage, `/challenges/${inVoting}/submissions/${submissionId}`, {
        params: { id: inVoting, submissionId },
      }),
  ],
])('%s shows the time left in the same words', async (_, visit) => {
  expect((await visit()).text).toMatch(text)
})
