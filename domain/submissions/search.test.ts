import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { searchChallenges } from '#domain/challenges/search.server.ts'
import { searchMembers } from '#domain/members/search.server.ts'
import {
  as,
  makeAdmin,
  makeChallenge,
  makeManySubmissions,
  makeMember,
  makeSubmission,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { searchSubmissions } from './search.server.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)
const visitor = as(null)
const page = { offset: 0, limit: 10 }

const [dragon, cafe, harbour, hidden] = [
  await makeChallenge(db, { title: 'The Paper Dragon' }),
  await makeChallenge(db, { title: 'Café at dawn' }),
  await makeChallenge(db, { title: '灯りのある港' }),
  await makeChallenge(db, { title: 'Dragon, not yet public' }),
]
await db.rows(sql`update challenges set status = 'draft' where id = ${hidden}`)

async function titles(term: string, viewer = visitor): Promise<string[]> {
  return (await searchChallenges(db, viewer, { term, ...page })).rows.map(({ title }) => title)
}

describe('challenges', () => {
  it.each([
    ['a word', 'dragon', ['The Paper Dragon']],
    ['the beginning of a word', 'drag', ['The Paper Dragon']],
    ['two words in any case', 'PAPER dragon', ['The Paper Dragon']],
    ['a typing error', 'dragno', ['The Paper Dragon']],
    ['a wrong letter', 'pager dragon', ['The Paper Dragon']],
    ['no accent', 'cafe', ['Café at dawn']],
    ['an accent too many', 'dáwn', ['Café at dawn']],
    ['other letters', '灯り', ['灯りのある港']],
    ['letters of another title', '猫の耳', []],
    ['another first letter', 'zaper', []],
    ['another word', 'harbour', []],
    ['signs only', '%_*', []],
    ['nothing', '', []],
  ])('are found by %s', async (_, term, expected) => {
    expect(await titles(term)).toEqual(expected)
  })

  it('that are drafts are found by administrators only', async () => {
    expect(await titles('dragon')).toHaveLength(1)
    expect(await titles('dragon', as(admin))).toHaveLength(2)
    // Nor do they take a place among the best before they are left out.
    const candidates = await db.rows(sql`select from public_challenges_titled('dragon', 10)`)
    expect(candidates).toHaveLength(1)
  })

  it('begin with the most similar title', async () => {
    await makeChallenge(db, { title: 'Lanterne and moon' })
    await makeChallenge(db, { title: 'Lantern' })
    expect((await titles('lantern'))[0]).toBe('Lantern')
  })
})

describe('submissions', () => {
  it('are found if the viewer may see them', async () => {
    const [ann, ben] = [await makeMember(db), await makeMember(db)]
    const closed = await makeChallenge(db, { showSubmissions: false })
    await makeSubmission(db, ann, dragon, { title: 'Red comet' })
    const rejected = await makeSubmission(db, ben, dragon, { title: 'Blue comet' })
    await makeSubmission(db, ann, closed, { title: 'Green comet' })
    await db.rows(sql`update submissions set status = 'rejected' where id = ${rejected}`)
    const found = async (viewer = visitor) =>
      (await searchSubmissions(db, viewer, { term: 'comet', ...page })).rows
        .map(({ title }) => title)
        .toSorted()
    expect(await found()).toEqual(['Red comet'])
    expect(await found(as(ann))).toEqual(['Green comet', 'Red comet'])
    await db.rows(sql`update submissions set title = 'Red sun' where title = 'Red comet'`)
    expect(await found()).toEqual([])
  })

  it('are found by pages', async () => {
    for (let n = 0; n < 30; n++)
      await makeSubmission(db, await makeMember(db), cafe, { title: `Zeppelin ${n}` })
    const first = await searchSubmissions(db, visitor, { term: 'zeppelin', offset: 0, limit: 20 })
    const second = await searchSubmissions(db, visitor, { term: 'zeppelin', offset: 20, limit: 20 })
    expect(first.total).toEqual({ count: 30, more: false })
    const ids = [...first.rows, ...second.rows].map(({ id }) => id)
    expect(new Set(ids).size).toBe(30)
  })

  it('that are rare are found beyond the newest thousand', async () => {
    const rare = await makeSubmission(db, await makeMember(db), harbour, { title: 'Quixotic heron' })
    await db.rows(sql`update submissions set submission_date = '2001-01-01' where id = ${rare}`)
    await makeManySubmissions(db, harbour, 1_000, { title: 'Filler' })
    const { rows } = await searchSubmissions(db, visitor, { term: 'quixotic', ...page })
    expect(rows.map(({ id }) => id)).toEqual([rare])
    expect((await searchSubmissions(db, visitor, { term: 'filler', ...page })).total).toEqual({
      count: 200,
      more: true,
    })
  })
})

describe('submissions that the viewer does not see', () => {
  const found = async (term: string, viewer = visitor) =>
    (await searchSubmissions(db, viewer, { term, ...page })).rows.map(({ id }) => id)

  it.each([
    ['hidden', 'marzipan', 'after'],
    ['waiting', 'nougat', 'before'],
  ] as const)('take no place of others: %s', async (_, word, moderation) => {
    const challenge = await makeChallenge(db, { showSubmissions: moderation === 'before' })
    const open = await makeChallenge(db)
    const author = await makeMember(db)
    const shown = await makeSubmission(db, author, open, { title: `The ${word} of old` })
    await db.rows(sql`
      update submissions set status = 'approved', submission_date = '2001-01-01' where id = ${shown}`)
    const own = await makeSubmission(db, author, challenge, { title: word })
    // More than the best of a search, and than the candidates of the index.
    await makeManySubmissions(db, challenge, 600, { title: word })
    expect(await found(word, as(null, moderation))).toEqual([shown])
    expect((await found(word, as(author, moderation))).toSorted()).toEqual([shown, own].toSorted())
    expect(await found(word, as(admin, moderation))).toHaveLength(page.limit)
    await db.rows(sql`delete from submissions where challenge_id = ${challenge}`)
  })
})

describe('members', () => {
  it('are found by name, never by e-mail address', async () => {
    const member = await makeMember(db, { displayName: 'Velvet Otter', email: 'secret.address@example.org' })
    const found = async (term: string) =>
      (await searchMembers(db, { term, ...page })).rows.map(({ id }) => id)
    expect(await found('velvet')).toEqual([member.id])
    expect(await found('oter')).toEqual([member.id])
    expect(await found('secret.address')).toEqual([])
  })
})
