import fc from 'fast-check'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { containing, search } from './search.server.ts'

const { db } = await testDatabase()

// Newest first by n: 'common' stands in every second row, 'scarce' in every 1,000th, 'once' far behind, 'late' in all
// of the older half, 'early' in the first six and one of the last.
beforeAll(async () => {
  await db.rows(sql`create table things (id text primary key, n integer not null, words text not null)`)
  await db.rows(sql`
    insert into things
    select n::text, -n, concat_ws(' ', 'thing ' || n, case when n % 2 = 0 then 'common' end,
      case when n % 1000 = 7 then 'scarce' end, case when n = 19000 then 'once 5_0% \\ zq' end,
      case when n = 19500 then 'Жук 忍者' end, case when n < 7 or n = 19900 then 'early' end,
      case when n > 10000 then 'late' end)
    from generate_series(1, 20000) n`)
  await db.rows(sql`create index things_order on things (n desc)`)
  await db.rows(sql`create index things_words on things using gin (searchable(words) gin_trgm_ops)`)
  await db.rows(sql`
    create function things_found(term text, most integer) returns setof text
      language sql stable set enable_seqscan = off
      as $$ select id from things where searchable(words) like '%' || searchable(term) || '%' limit most $$`)
  await db.rows(sql`analyze things`)
})

function find(term: string, page = 1, listed = sql`select * from things`) {
  const matches = sql`words ilike ${containing(term)}`
  const order = sql`n desc`
  return search(db, {
    listed,
    order,
    matches,
    found: 'things_found',
    term,
    offset: (page - 1) * 10,
    limit: 10,
  })
}

describe('search', () => {
  it('finds frequent terms in the order of the list, and says that there are more', async () => {
    const first = await find('COMMON')
    expect(first.ids).toEqual(['2', '4', '6', '8', '10', '12', '14', '16', '18', '20'])
    expect(first.total).toEqual({ count: 1_000, more: true })
    expect((await find('common', 150)).ids[0]).toBe('2982')
  })

  it('finds rare terms anywhere, and counts them exactly', async () => {
    expect(await find('once')).toEqual({ ids: ['19000'], total: { count: 1, more: false } })
    const scarce = await find('scarce', 2)
    expect(scarce.ids[0]).toBe('10007')
    expect(scarce.total).toEqual({ count: 20, more: false })
    expect(await find('nowhere')).toEqual({ ids: [], total: { count: 0, more: false } })
  })

  it('finds terms that are frequent in the first rows only', async () => {
    expect(await find('early')).toEqual({
      ids: ['1', '2', '3', '4', '5', '6', '19900'],
      total: { count: 7, more: false },
    })
  })

  it('finds adjacent words, not words that are only in the same row', async () => {
    expect((await find('common scarce')).total).toEqual({ count: 0, more: false })
    expect((await find('late early')).ids).toEqual([])
    expect((await find('late early')).total.more).toBe(false)
  })

  it('finds other scripts anywhere', async () => {
    for (const term of ['Жук', 'ук 忍', '者', '忍']) expect((await find(term)).ids).toEqual(['19500'])
    expect(await find('Жаб')).toEqual({ ids: [], total: { count: 0, more: false } })
  })

  it('finds terms that are frequent in the last rows only', async () => {
    const found = await find('late')
    expect(found.ids.slice(0, 2)).toEqual(['10001', '10002'])
    expect(found.total.more).toBe(false)
    expect(found.total.count).toBe(10_000)
  })

  it('treats wildcards as plain characters', async () => {
    expect((await find('once 5_0%')).ids).toEqual(['19000'])
    expect((await find('once 5_0% \\')).ids).toEqual(['19000'])
    expect((await find('once 550%')).ids).toEqual([])
  })

  it('searches the first rows for terms without a trigram, and all rows of a short list', async () => {
    expect(await find('zq')).toEqual({ ids: [], total: { count: 0, more: true } })
    const short = sql`select * from things where n < -18999 and n > -19010`
    expect(await find('zq', 1, short)).toEqual({ ids: ['19000'], total: { count: 1, more: false } })
    expect((await find('once', 1, short)).ids).toEqual(['19000'])
    expect((await find('scarce', 1, short)).ids).toEqual(['19007'])
  })
})

it('a part of a text has part of its searchable form', async () => {
  const text = fc.string({ unit: fc.constantFrom(..."aZ9 -_%\\'é\n", 'ß', 'Ж', '忍', '🥷'), maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(text, text, async (one, other) => {
      const forms = await db.row<{ whole: string; parts: string }>(sql`
        select searchable(${one} || ${other}) as whole, searchable(${one}) || searchable(${other}) as parts`)
      expect(forms?.whole).toBe(forms?.parts)
      expect(forms?.whole).toMatch(/^[a-z0-9]*$/)
    }),
  )
})
