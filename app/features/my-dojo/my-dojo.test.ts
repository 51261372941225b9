import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { saveDraft } from '#domain/submissions/drafts.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeAdmin, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as myDojo from './my-dojo.tsx'

const { db } = await testDatabase()
const viewer = await makeMember(db)

it.each([
  [/challenge_follows/, 'Failed to load challenges available for voting', /Votes left \d/],
  [/to_char\(submission_date/, 'Points', /Streak/],
  [/from points_log/, 'Failed to load your points', null],
])('shows the other sections if one cannot be loaded: %o', async (statement, shown, figure) => {
  const whole = await openPage(db, myDojo, '/me', { viewer })
  const { text } = await openPage(watched(db, statement).db, myDojo, '/me', { viewer })
  expect(text).toContain(shown)
  for (const heading of ['Your challenges', 'Latest results', 'Latest points'])
    expect(text).toContain(heading)
  if (!figure) return
  expect(whole.text).toMatch(figure)
  expect(text).not.toMatch(figure)
})

it('says how the submissions to completed challenges did in the words of the other pages', async () => {
  const [ann, ben] = [await makeMember(db), await makeMember(db)]
  const challenge = await makeChallenge(db)
  const [voted] = [await makeSubmission(db, ann, challenge), await makeSubmission(db, ben, challenge)]
  await openVoting(db, challenge)
  await castVote(db, as(viewer), challenge, voted)
  await completeChallenge(db, as(await makeAdmin(db)), challenge)
  expect((await openPage(db, myDojo, '/me', { viewer: ann })).text).toContain('Placed 1st of 2')
  const { text: without } = await openPage(db, myDojo, '/me', { viewer: ben })
  expect(without).toContain('Completed')
  expect(without).not.toContain('Placed')
})

it('continues a draft until its challenge is closed', async () => {
  const author = await makeMember(db)
  const challenge = await makeChallenge(db)
  const texts = {
    title: 'Night bus',
    description: '',
    creationProcess: '',
    prompt: '',
    aiTools: '',
    contentUrl: '',
  }
  const draft = { ...texts, imageAlt: '', imageId: null }
  await saveDraft(db, as(author), challenge, draft)
  const visit = () => openPage(db, myDojo, '/me', { viewer: author })
  const open = await visit()
  expect(open.text).toContain('Continue Night bus')
  expect(open.html.split(`href="/challenges/${challenge}/submit"`)).toHaveLength(3)
  await db.rows(sql`update challenges set deadline = app_now() where id = ${challenge}`)
  const closed = await visit()
  expect(closed.text).toContain('Night bus')
  expect(closed.text).toContain('Closed')
  expect(closed.text).not.toContain('Continue')
})
