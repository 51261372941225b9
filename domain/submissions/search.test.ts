import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { listChallenges } from '#domain/challenges/admin-list.server.ts'
import { STATUSES } from '#domain/challenges/rules.ts'
import { searchChallenges } from '#domain/challenges/search.server.ts'
import { listMembers } from '#domain/members/admin-list.server.ts'
import { searchMembers } from '#domain/members/search.server.ts'
import { rolledBack } from '#test/actions/world.ts'
import {
  as,
  makeAdmin,
  makeChallenge,
  makeManySubmissions,
  makeMember,
  makeSubmission,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { listSubmissions } from './admin-list.server.ts'
import { searchSubmissions } from './search.server.ts'

const { db, another: openAnother } = await testDatabase()
const another = openAnother(10)
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
    ['a part of a word', 'rago', ['The Paper Dragon']],
    ['one Latin letter', 'p', ['The Paper Dragon']],
    ['two Latin letters', 'DA', ['Café at dawn']],
    ['a letter with signs', 'c++', []],
    ['one ideograph', '灯', ['灯りのある港']],
    ['one syllable of kana', 'あ', ['灯りのある港']],
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
    const candidates = await db.rows(sql`select from challenges_titled('dragon', false, 10)`)
    expect(candidates).toHaveLength(1)
  })

  it('begin with the most similar title', async () => {
    await makeChallenge(db, { title: 'Lanterne and moon' })
    await makeChallenge(db, { title: 'Lantern' })
    expect((await titles('lantern'))[0]).toBe('Lantern')
  })
})

describe('texts in all scripts', () => {
  it.each([
    ['折り紙の鶴', '鶴'],
    ['折り紙の鶴', 'ORIGAMI', false],
    ['Łódź nocą', 'lodz'],
    ['Łódź nocą', 'łódź noca'],
    ["O'Brien at sea", 'O’Brien'],
    ['O’Brien at sea', "o'brien"],
    ['“Quoted” – twice…', '"quoted" - twice...'],
    ['Øresund, Þingvellir, Straße', 'oresund'],
    ['Øresund, Þingvellir, Straße', 'thingvellir'],
    ['Øresund, Þingvellir, Straße', 'STRASSE'],
    ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
    ['Phở bò đặc biệt ở Huế', 'dac biet'],
    ['IĞDIR ışıkları', 'igdir isiklari'],
    ['Ὀδυσσεύς', 'ΟΔΥΣΣΕΥΣ'],
    ['Жук в лесу', 'ЛЕСУ'],
    ['서울의 밤', '밤'],
    ['서울의 밤', '울'],
    ['الْعَرَبِيَّةُ', 'العربية'],
    ['ｶﾞﾗｽの月', 'ガラス'],
    ['50% paper', '50%'],
    ['50 papers', '50%', false],
    ['C++ and A.I.', 'c++'],
    ['C++ and A.I.', 'A.I.'],
  ])('%s is searched as %s', async (title, term, isFound = true) => {
    const ids = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id)
    const list = { page: 1, after: null, before: null, search: term, since: null }
    await rolledBack(db, async (tx) => {
      const challenge = await makeChallenge(tx, { title })
      const author = await makeMember(tx, { displayName: title, email: 'someone@example.org' })
      const submission = await makeSubmission(tx, author, challenge, { title })
      const found = [
        ids(await searchChallenges(tx, visitor, { term, ...page })),
        ids(await searchSubmissions(tx, visitor, { term, ...page })),
        ids(await searchMembers(tx, { term, ...page })),
        ids(await listChallenges(tx, admin, { ...list, statuses: STATUSES })),
        ids(await listSubmissions(tx, admin, { ...list, challengeId: null, status: null, until: null })),
        ids(await listMembers(tx, admin, { ...list, rank: null })),
      ]
      const all = [[challenge], [submission], [author.id]]
      expect(found).toEqual(isFound ? [...all, ...all] : [[], [], [], [], [], []])
    })
  })
})

it('a long title of ideographs is found by all of it', async () => {
  const title = Array.from({ length: 120 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('')
  const id = await makeChallenge(db, { title })
  const found = await searchChallenges(db, visitor, { term: title.slice(0, 100), ...page })
  expect(found.rows.map((row) => row.id)).toEqual([id])
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

  it('are found by description, prompt and tools, after those with such a title', async () => {
    const challenge = await makeChallenge(db)
    const [text, prompt, tool, title] = [
      await makeSubmission(db, await makeMember(db), challenge, { description: 'First line\nof a Kraken.' }),
      await makeSubmission(db, await makeMember(db), challenge),
      await makeSubmission(db, await makeMember(db), challenge),
      await makeSubmission(db, await makeMember(db), challenge, { title: 'Krakens' }),
    ]
    await db.rows(sql`update submissions set prompt = 'a kraken, octane' where id = ${prompt}`)
    await db.rows(sql`update submissions set ai_tools_used = array['Kraken 3D', 'Suno'] where id = ${tool}`)
    const found = async (term: string) =>
      (await searchSubmissions(db, visitor, { term, ...page })).rows.map(({ id }) => id)
    const ids = await found('kraken')
    expect(ids[0]).toBe(title)
    expect(ids.toSorted()).toEqual([text, prompt, tool, title].toSorted())
    expect(await found('line of a KRAKEN')).toEqual([text])
    expect(await found('octane kraken')).toEqual([])
    expect(await found('3d')).toEqual([tool])
    expect(await found('3')).toEqual([])
    expect(await found('%')).toEqual([])
  })

  it('are found by what was saved last, after two edits at once', async () => {
    const id = await makeSubmission(db, await makeMember(db), await makeChallenge(db), { title: 'Edited' })
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        another.rows(
          sql`update submissions set title = ${`Edit ${n}`}, prompt = ${`Prompt ${n}`} where id = ${id}`,
        ),
      ),
    )
    const [words] = await db.rows(sql`select * from submission_words where submission_id = ${id}`)
    expect([words]).toEqual(
      await db.rows(sql`select w.* from submissions s, words_of(s) w where s.id = ${id}`),
    )
  })

  it('keep their words when votes are counted', async () => {
    const id = await makeSubmission(db, await makeMember(db), await makeChallenge(db))
    const version = () => db.row(sql`select xmin, ctid from submission_words where submission_id = ${id}`)
    const before = await version()
    await db.rows(sql`update submissions set votes = votes where id = ${id}`)
    await db.rows(sql`update submissions set status = 'approved', title = title where id = ${id}`)
    expect(await version()).toEqual(before)
  })

  it('are found by a short word of an old text', async () => {
    const [challenge, author] = [await makeChallenge(db), await makeMember(db)]
    const old = await makeSubmission(db, author, challenge, { description: 'Made on (V8), at night.' })
    await makeSubmission(db, await makeMember(db), challenge, { description: 'Made on V85.' })
    await db.rows(
      sql`update submissions set submission_date = '2001-01-01' where challenge_id = ${challenge}`,
    )
    await makeManySubmissions(db, challenge, 1_000, { title: 'Newer' })
    const { rows } = await searchSubmissions(db, visitor, { term: 'v8', ...page })
    expect(rows.map(({ id }) => id)).toEqual([old])
    await db.rows(sql`delete from submissions where challenge_id = ${challenge}`)
  })

  it('are found by short words among other scripts, new and old', async () => {
    const challenge = await makeChallenge(db)
    const entry = async (description: string, tool = 'Suno') => {
      const id = await makeSubmission(db, await makeMember(db), challenge, { title: '一枚', description })
      await db.rows(sql`update submissions set ai_tools_used = array[${tool}] where id = ${id}`)
      return id
    }
    const [text, tool, sign] = [
      await entry('AIで作った絵'),
      await entry('絵を描いた', 'AI画'),
      await entry('C++で描いた'),
    ]
    await entry('Painted in the rain, by the MAI of Æ.')
    const found = async (term: string) =>
      (await searchSubmissions(db, visitor, { term, ...page })).rows.map(({ id }) => id).toSorted()
    const isFound = async () => {
      for (const term of ['ai', 'AI', 'ＡＩ']) expect(await found(term)).toEqual([text, tool].toSorted())
      expect(await found('c++')).toEqual([sign])
      for (const term of ['pa', '++', '_']) expect(await found(term)).toEqual([])
    }
    await isFound()
    await db.rows(
      sql`update submissions set submission_date = '2001-01-01' where challenge_id = ${challenge}`,
    )
    await makeManySubmissions(db, challenge, 1_000, { title: 'Newer' })
    await isFound()
    await db.rows(sql`delete from submissions where challenge_id = ${challenge}`)
  })

  it('are read by an index for a short word, and only names are compared by their length', async () => {
    await rolledBack(db, async (tx) => {
      const challenge = await makeChallenge(tx)
      await makeManySubmissions(tx, challenge, 500, { title: 'Painted rain' })
      await makeSubmission(tx, await makeMember(tx), challenge, { description: 'AI画' })
      const read = async () => {
        const row = await tx.row<{ n: string }>(sql`
          select idx_tup_fetch + seq_tup_read as n from pg_stat_xact_user_tables where relname = 'submission_words'`)
        return Number(row?.n)
      }
      for (const [form, rows] of [
        ['ai', 1],
        ["'ai", 1],
        ['++', 0],
      ] as const) {
        const before = await read()
        await tx.rows(sql`select submissions_titled(null, ${form}, '{pending}', false, 500)`)
        expect((await read()) - before, form).toBe(rows)
      }
      await tx.rows(sql`set local track_functions = 'all'`)
      expect((await searchSubmissions(tx, visitor, { term: 'ai', ...page })).rows).toHaveLength(1)
      const called = await tx.rows(sql`
        select funcname from pg_stat_xact_user_functions where funcname like '%similarity%'`)
      expect(called).toEqual([{ funcname: 'word_similarity' }])
    })
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
    await db.rows(sql`update users set email = 'v+tag@example.org' where id = ${member.id}`)
    expect(await found('v+')).toEqual([])
  })
})
