import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import * as gallery from '#app/features/submissions/gallery/gallery.tsx'
import * as entry from '#app/features/submissions/show/show.tsx'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { runAction } from './admin-actions.ts'
import { offered, readable } from './reading.ts'
import { allSettings, arrange, makeWorld, undone } from './world.ts'

const { db } = await testDatabase()
const world = await makeWorld(db)
const { challenge: id, looked } = world
const settings = allSettings[0] ?? { showSubmissions: true, showVotes: true, allowVoting: true, name: '' }

type Status = 'pending' | 'approved' | 'rejected'
type Looker = 'visitor' | 'newcomer' | 'author' | 'admin'
type Stage = 'active' | 'voting' | 'unwon'

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

/** Approved entries are public, pending ones unless they wait for approval, rejected ones never. */
function isPublic({ policy, status }: Case): boolean {
  return status === 'approved' || (status === 'pending' && policy === 'after')
}

function onPage(what: Case, stage: Stage, who: Looker): string[] {
  const own = who === 'author'
  if (!isPublic(what) && !own && who !== 'admin') return ['Submission Not Found']
  const editable = own && stage === 'active'
  if (own) return editable ? ['Edit Submission', 'This is your submission'] : ['This is your submission']
  if (stage !== 'voting' || !isPublic(what)) return []
  return [who === 'visitor' ? 'Sign in to Vote' : 'Vote for this submission']
}

function onVote(what: Case, stage: Stage, who: Looker): string {
  if (who === 'visitor') return `sign in /challenges/${id}/submissions/${looked}`
  if (who === 'author') return 'You cannot vote for your own submission'
  if (!isPublic(what)) return 'Submission Not Found'
  return stage === 'voting' ? 'done' : 'Voting is not open for this challenge'
}

function onEdit(stage: Stage): string {
  return stage === 'active' ? 'done' : '409 This challenge is no longer active for editing'
}

/** How many of the looked-at entry's cards stand in the gallery, whose other entry is approved. */
function inGallery(what: Case, who: Looker): number {
  if (what.status === 'rejected') return 0
  return isPublic(what) || who === 'author' || who === 'admin' ? 1 : 0
}

describe.each(CASES)('an entry that is $status, where approval comes $policy', (what) => {
  const env = { MODERATION: what.policy }

  it.each<Stage>(['active', 'voting', 'unwon'])('offers what can be done with it: %s', async (stage) => {
    await arrange(world, stage, settings)
    await judge(what.status)
    for (const who of ['visitor', 'newcomer', 'author', 'admin'] as const) {
      const viewer = world.people[who]
      const params = { id, submissionId: looked }
      const page = await openPage(db, entry, `/challenges/${id}/submissions/${looked}`, {
        params,
        viewer,
        env,
      })
      const list = await openPage(db, gallery, `/challenges/${id}/submissions`, { params, viewer, env })
      const seen = {
        page: offered(page.html, world, who),
        vote: await undone(db, (on) => runAction(on, world, 'vote', viewer, env)),
        cards: cardsOf(list.html),
        ballots: list.html.split(`${looked}/vote"`).length - 1,
      }
      const named = onPage(what, stage, who)
      expect(seen, who).toEqual({
        page: named,
        vote: onVote(what, stage, who),
        cards: inGallery(what, who),
        ballots: named.includes('Vote for this submission') ? 1 : 0,
      })
    }
    expect(await undone(db, (on) => runAction(on, world, 'edit', world.people.author, env))).toBe(
      onEdit(stage),
    )
  })

  it('tells its author how it stands, and nobody what is not public', async () => {
    await arrange(world, 'active', settings)
    await judge(what.status)
    const params = { id, submissionId: looked }
    const path = `/challenges/${id}/submissions/${looked}`
    const { html } = await openPage(db, entry, path, { params, viewer: world.people.author, env })
    const waits = what.policy === 'before' && what.status === 'pending'
    expect(readable(html).includes('Waiting for approval')).toBe(waits)
    expect(readable(html).includes('Content does not meet community guidelines')).toBe(
      what.status === 'rejected',
    )
    const visit = await openPage(db, entry, path, { params, env })
    expect(visit.status).toBe(isPublic(what) ? 200 : 404)
  })
})

async function judge(status: Status): Promise<void> {
  const reason = status === 'rejected' ? 'Content does not meet community guidelines' : null
  await db.rows(sql`delete from votes`)
  await db.rows(sql`update submissions set votes = 0, status = 'approved' where id = ${world.other}`)
  await db.rows(
    sql`update submissions set votes = 0, status = ${status}, rejection_reason = ${reason} where id = ${looked}`,
  )
}

function cardsOf(html: string): number {
  return html.match(new RegExp(`<h2[^>]*><a [^>]*submissions/${looked}"`, 'g'))?.length ?? 0
}
