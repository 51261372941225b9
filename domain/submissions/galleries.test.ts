import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { listArchive } from '#domain/challenges/queries.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeChallenge, makeMember, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import {
  allSubmissions,
  besideInAll,
  besideOfMember,
  gallery,
  memberGallery,
  memberTools,
  type Neighbours,
} from './galleries.server.ts'
import { SORTS } from './rules.ts'
import { besideWinner, topWinners, winners, winningKinds } from './showcase.server.ts'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })
const [maker, other, voter] = await makeMembers(db, 3)

async function won(kind: 'image' | 'audio', title: string): Promise<string> {
  const challenge = await makeChallenge(db, { kind })
  const submission = await makeSubmission(db, maker ?? admin, challenge, { title, tools: ['Suno', 'Flux'] })
  await makeSubmission(db, other ?? admin, challenge, { title: `${title}, the other`, tools: ['Suno'] })
  await openVoting(db, challenge)
  await castVote(db, as(voter ?? null), challenge, submission)
  await completeChallenge(db, as(admin), challenge)
  return submission
}

const image = await won('image', 'A lantern')
const audio = await won('audio', 'A song')
const hidden = await makeChallenge(db, { showVotes: false })
const secret = await makeSubmission(db, maker, hidden, { title: 'A secret', tools: ['Runway'] })

describe('the showcase', () => {
  it('lists winners, of one kind or of all', async () => {
    expect((await winners(db, as(null), null, 1)).cards.map((card) => card.id).toSorted()).toEqual(
      [image, audio].toSorted(),
    )
    expect((await winners(db, as(null), 'audio', 1)).cards).toMatchObject([
      { id: audio, type: 'weekly', votes: 1 },
    ])
    expect(await winningKinds(db, as(null))).toEqual(['image', 'audio'])
    expect(await topWinners(db, as(null), 1)).toHaveLength(1)
  })
})

describe('galleries', () => {
  it('page through all visible submissions, by kind and order', async () => {
    const all = await allSubmissions(db, as(null), { kind: null, sort: 'votes', page: 1 })
    expect(all.total).toBe(5)
    expect(all.submissions.slice(0, 2).map((submission) => submission.votes)).toEqual([1, 1])
    expect(all.submissions.at(-1)).toMatchObject({ id: secret, votes: null })
    const oldest = await allSubmissions(db, as(null), { kind: 'audio', sort: 'oldest', page: 1 })
    expect(oldest.submissions.map((submission) => submission.title)).toEqual(['A song', 'A song, the other'])
    expect(
      (await allSubmissions(db, as(null), { kind: null, sort: 'newest', page: 100 })).submissions,
    ).toEqual([])
  })

  it('filter a member’s submissions by tool in any case', async () => {
    expect(await memberTools(db, as(null), maker.id)).toEqual(['flux', 'runway', 'suno'])
    expect(
      (await memberGallery(db, as(null), maker.id, { tool: 'suno', sort: 'newest', page: 1 })).total,
    ).toBe(2)
    expect(
      (await memberGallery(db, as(null), maker.id, { tool: "'; drop table users", sort: 'newest', page: 1 }))
        .total,
    ).toBe(0)
  })

  it('find each tool that they offer, in letters whose lower case differs between languages', async () => {
    const turkish = await makeMember(db)
    await makeSubmission(db, turkish, await makeChallenge(db), { tools: ['İstanbul', 'Iğdır', 'ΟΔΟΣ'] })
    const tools = await memberTools(db, as(null), turkish.id)
    expect(tools).toHaveLength(3)
    for (const tool of tools) {
      const { total } = await memberGallery(db, as(null), turkish.id, { tool, sort: 'newest', page: 1 })
      expect(total, tool).toBe(1)
    }
  })

  it('show rejected submissions only to their author', async () => {
    await db.rows(sql`update submissions set status = 'rejected' where id = ${secret}`)
    await db.rows(sql`update challenges set participant_count = 0 where id = ${hidden}`)
    expect(
      (await memberGallery(db, as(maker), maker.id, { tool: null, sort: 'newest', page: 1 })).total,
    ).toBe(3)
    expect(
      (await memberGallery(db, as(other), maker.id, { tool: null, sort: 'newest', page: 1 })).total,
    ).toBe(2)
  })
})

describe('beside a submission (SUB-86)', () => {
  /** The ids in the order in which one leads to the next, and back. */
  async function walkFrom(
    first: string | undefined,
    besideOf: (id: string) => Promise<Neighbours>,
  ): Promise<string[]> {
    const walked: string[] = []
    for (let id = first; id && walked.length < 20; ) {
      const { previous, next } = await besideOf(id)
      expect(previous?.id).toBe(walked.at(-1))
      walked.push(id)
      id = next?.id
    }
    return walked
  }

  it('are its neighbours in the gallery, in each order, for each viewer', async () => {
    for (const viewer of [null, maker, admin])
      for (const sort of SORTS) {
        for (const filters of [
          { kind: null, tool: null, sort },
          { kind: 'audio' as const, tool: null, sort },
          { kind: null, tool: 'suno', sort },
        ]) {
          const listed = (await allSubmissions(db, as(viewer), { ...filters, page: 1 })).submissions
          const ids = listed.map(({ id }) => id)
          expect(ids.length).toBeGreaterThan(1)
          expect(await walkFrom(ids[0], (id) => besideInAll(db, as(viewer), filters, id))).toEqual(ids)
        }
        const filters = { tool: null, sort }
        const own = await memberGallery(db, as(viewer), maker.id, { ...filters, page: 1 })
        const ids = own.submissions.map(({ id }) => id)
        expect(ids.length).toBeGreaterThan(1)
        expect(await walkFrom(ids[0], (id) => besideOfMember(db, as(viewer), maker.id, filters, id))).toEqual(
          ids,
        )
      }
  })

  it('are the winners before and after it, and none for what is not in the list', async () => {
    const { cards } = await winners(db, as(null), null, 1)
    const challengeOf = (id: string) => cards.find((card) => card.id === id)?.challengeId ?? ''
    const ids = cards.map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(1)
    expect(await walkFrom(ids[0], (id) => besideWinner(db, as(null), null, challengeOf(id)))).toEqual(ids)
    expect(await besideWinner(db, as(null), 'audio', challengeOf(image))).toEqual({})
    expect(await besideOfMember(db, as(null), maker.id, { tool: 'runway', sort: 'newest' }, image)).toEqual(
      {},
    )
  })
})

it('counts exactly what each viewer may see', async () => {
  const hidden = await makeChallenge(db, { showSubmissions: false })
  const draft = await makeChallenge(db)
  const open = await makeChallenge(db, { kind: 'audio' })
  for (const challenge of [hidden, draft, open]) {
    await makeSubmission(db, maker, challenge)
    await approve(await makeSubmission(db, other, challenge))
  }
  await db.rows(
    sql`update submissions set status = 'rejected' where challenge_id = ${open} and user_id = ${maker.id}`,
  )
  await db.rows(sql`update challenges set participant_count = 1 where id = ${open}`)
  await db.rows(sql`update challenges set status = 'draft' where id = ${draft}`)
  const totals = new Map<string, number>()
  for (const moderation of ['after', 'before'] as const) {
    for (const [name, viewer] of Object.entries({ visitor: null, maker, other, admin })) {
      for (const kind of [null, 'image', 'audio'] as const) {
        const scope = { ...as(viewer), moderation }
        const { submissions, total } = await allSubmissions(db, scope, { kind, sort: 'newest', page: 1 })
        expect(submissions.length, `${name}, ${kind}, ${moderation}`).toBe(total)
        totals.set(`${name} ${kind} ${moderation}`, total)
      }
    }
  }
  expect(totals.get('admin null after')).toBeGreaterThan(totals.get('maker null after') ?? 0)
  expect(totals.get('maker null after')).toBeGreaterThan(totals.get('visitor null after') ?? 0)
  expect(totals.get('visitor null after')).toBeGreaterThan(totals.get('visitor null before') ?? 0)
})

function approve(id: string) {
  return db.rows(sql`update submissions set status = 'approved' where id = ${id}`)
}

it('the archive lists finished challenges by type and kind', async () => {
  expect((await listArchive(db, as(null), { type: null, kind: null, page: 1 })).total).toBe(2)
  expect((await listArchive(db, as(null), { type: 'weekly', kind: 'audio', page: 1 })).cards).toHaveLength(1)
  expect((await listArchive(db, as(null), { type: 'daily', kind: null, page: 1 })).cards).toEqual([])
})

it('cards count votes from voting on, and tell nothing of a secret ballot that was extended', async () => {
  async function cards(showVotes: boolean, isExtended: boolean) {
    const challenge = await makeChallenge(db, { showVotes })
    for (const author of await makeMembers(db, 2))
      await makeSubmission(db, author, challenge, { title: 'One' })
    const before = await gallery(db, as(null), challenge, 2)
    expect(before.submissions.map(({ cardVotes }) => cardVotes)).toEqual([null, null])
    await openVoting(db, challenge)
    await castVote(db, as(voter ?? null), challenge, before.submissions[0]?.id ?? '')
    if (isExtended) await extendChallenge(db, as(admin), challenge)
    const { submissions } = await gallery(db, as(null), challenge, 2)
    return submissions.map(({ id, author, submittedAt, ...rest }) => rest)
  }
  expect((await cards(true, false)).map(({ cardVotes }) => cardVotes).toSorted()).toEqual([0, 1])
  const completed = (await allSubmissions(db, as(null), { kind: 'image', sort: 'newest', page: 1 }))
    .submissions
  expect(completed.find(({ title }) => title === 'A lantern')?.cardVotes).toBe(1)
  expect(completed.find(({ title }) => title === 'A lantern, the other')?.cardVotes).toBeNull()
  for (const isExtended of [false, true]) {
    const [one, two] = await cards(false, isExtended)
    expect(one).toEqual(two)
  }
})
