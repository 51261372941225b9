import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import * as gallery from '#app/features/submissions/gallery/gallery.tsx'
import * as submission from '#app/features/submissions/show/show.tsx'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { runAction } from './member-actions.ts'
import { actionsIn, textOf } from './reading.ts'
import { allSettings, makeWorld, rolledBack, setState } from './world.ts'

const { db } = await testDatabase()
const world = await makeWorld(db)
const { challenge: id, mainSubmission } = world
const settings = allSettings[0] ?? { showSubmissions: true, showVotes: true, allowVoting: true, name: '' }

type Status = 'pending' | 'approved' | 'rejected'
type Viewer = 'visitor' | 'newcomer' | 'author' | 'admin'
type Stage = 'active' | 'voting' | 'withoutWinner'

interface Case {
  policy: 'before' | 'after'
  status: Status
}

const CASES: Case[] = [
  { policy: 'before', status: 'pending' },
  { policy: 'before', status: 'approved' },
  { policy: 'before', status: 'rejected' },
  { policy: 'after', status: 'pending' },
  { policy: 'after', status: 'approved' },
  { policy: 'after', status: 'rejected' },
]

/** Approved submissions are public; pending ones if approval comes after publication; rejected ones never. */
function isPublic({ policy, status }: Case): boolean {
  return status === 'approved' || (status === 'pending' && policy === 'after')
}

function onPage(testCase: Case, stage: Stage, who: Viewer): string[] {
  const own = who === 'author'
  if (!isPublic(testCase) && !own && who !== 'admin') return ['Submission Not Found']
  const editable = own && stage === 'active'
  if (own) return editable ? ['Edit Submission', 'This is your submission'] : ['This is your submission']
  if (stage !== 'voting' || !isPublic(testCase)) return []
  return [who === 'visitor' ? 'Sign in to Vote' : 'Vote for this submission']
}

function onVote(testCase: Case, stage: Stage, who: Viewer): string {
  if (who === 'visitor') return `sign in /challenges/${id}/submissions/${mainSubmission}`
  if (who === 'author') return 'You cannot vote for your own submission'
  if (!isPublic(testCase)) return 'Submission Not Found'
  return stage === 'voting' ? 'done' : 'Voting is not open for this challenge'
}

function onEdit(stage: Stage): string {
  return stage === 'active' ? 'done' : '409 This challenge is no longer active for editing'
}

/** The number of cards of the main submission in the gallery. */
function inGallery(testCase: Case, who: Viewer): number {
  if (testCase.status === 'rejected') return 0
  return isPublic(testCase) || who === 'author' || who === 'admin' ? 1 : 0
}

describe.each(CASES)('a submission that is $status, with moderation $policy publication', (testCase) => {
  const env = { MODERATION: testCase.policy }

  it.each<Stage>(['active', 'voting', 'withoutWinner'])(
    'shows the permitted actions while the challenge is %s',
    async (stage) => {
      await setState(world, stage, settings)
      await setStatus(testCase.status)
      for (const who of ['visitor', 'newcomer', 'author', 'admin'] as const) {
        const viewer = world.people[who]
        const params = { id, submissionId: mainSubmission }
        const page = await openPage(db, submission, `/challenges/${id}/submissions/${mainSubmission}`, {
          params,
          viewer,
          env,
        })
        const list = await openPage(db, gallery, `/challenges/${id}/submissions`, { params, viewer, env })
        const actual = {
          page: actionsIn(page.html, world, who),
          vote: await rolledBack(db, (on) => runAction(on, world, 'vote', viewer, env)),
          cards: cardsOf(list.html),
          ballots: list.html.split(`${mainSubmission}/vote"`).length - 1,
        }
        const expectedPage = onPage(testCase, stage, who)
        expect(actual, who).toEqual({
          page: expectedPage,
          vote: onVote(testCase, stage, who),
          cards: inGallery(testCase, who),
          ballots: expectedPage.includes('Vote for this submission') ? 1 : 0,
        })
      }
      expect(await rolledBack(db, (on) => runAction(on, world, 'edit', world.people.author, env))).toBe(
        onEdit(stage),
      )
    },
  )

  it('shows its status to the author, and is found by visitors only if public', async () => {
    await setState(world, 'active', settings)
    await setStatus(testCase.status)
    const params = { id, submissionId: mainSubmission }
    const path = `/challenges/${id}/submissions/${mainSubmission}`
    const { html } = await openPage(db, submission, path, { params, viewer: world.people.author, env })
    const isWaiting = testCase.policy === 'before' && testCase.status === 'pending'
    expect(textOf(html).includes('Waiting for approval')).toBe(isWaiting)
    expect(textOf(html).includes('Content does not meet community guidelines')).toBe(
      testCase.status === 'rejected',
    )
    const visit = await openPage(db, submission, path, { params, env })
    expect(visit.status).toBe(isPublic(testCase) ? 200 : 404)
  })
})

async function setStatus(status: Status): Promise<void> {
  const reason = status === 'rejected' ? 'Content does not meet community guidelines' : null
  await db.rows(sql`delete from votes`)
  await db.rows(sql`update submissions set votes = 0, status = 'approved' where id = ${world.other}`)
  await db.rows(
    sql`update submissions set votes = 0, status = ${status}, rejection_reason = ${reason} where id = ${mainSubmission}`,
  )
}

function cardsOf(html: string): number {
  return html.match(new RegExp(`<h2[^>]*><a [^>]*submissions/${mainSubmission}"`, 'g'))?.length ?? 0
}
