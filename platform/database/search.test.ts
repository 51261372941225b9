import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { search } from './search.server.ts'

const { db } = await testDatabase()

// Newest first by n: 'common' stands in every second row, 'scarce' in every 1,000th, 'once' far behind, 'late' in all
// of the older half, 'early' in the first six and one of the last.
beforeAll(async () => {
  await db.rows(sql`create table things (id uuid primary key default gen_random_uuid(), n integer not null)`)
  await db.rows(sql`create table thing_words (thing_id uuid primary key, words text not null)`)
  await db.rows(sql`insert into things (n) select -n from generate_series(1, 20000) n`)
  await db.rows(sql`
    insert into thing_words
    select id, search_form(concat_ws(' ', 'thing ' || -n, case when n % 2 = 0 then 'common' end,
      case when n % 1000 = -7 then 'scarce' end, case when n = -19000 then 'once 5_0% \\ zq ¿?' end,
      case when n = -19500 then 'Жук 忍者' end, case when n > -7 or n = -19900 then 'early' end,
      case when n < -10000 then 'late' end, case when n = -3 then '500 5x0y' end)) from things`)
  await db.rows(sql`create index things_order on things (n desc)`)
  await db.rows(sql`create index thing_words_found on thing_words using gin (words gin_trgm_ops)`)
  await db.rows(sql`create index thing_words_grams on thing_words using gin (search_grams(words))`)
  await db.rows(sql`analyze things, thing_words`)
})

async function find(term: string, page = 1, listed = sql`select * from things`) {
  const order = sql`n desc`
  const { ids, total } = await search(db, {
    listed,
    order,
    noun: 'thing',
    term,
    offset: (page - 1) * 10,
    limit: 10,
  })
  const rows = await db.rows<{ n: string }>(sql`
    select (-n)::text as n from things join unnest(${ids}::uuid[]) with ordinality as _ (id, place) using (id) order by place`)
  return { ids: rows.map(({ n }) => n), total }
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

  it.each(['zq', '%', '5_', '\\', '?', 'q', '¿'])('finds %s anywhere, without a trigram', async (term) => {
    expect(await find(term)).toEqual({ ids: ['19000'], total: { count: 1, more: false } })
  })

  it('searches all rows of a short list', async () => {
    const short = sql`select * from things where n < -18999 and n > -19010`
    for (const term of ['zq', 'once']) {
      expect(await find(term, 1, short)).toEqual({ ids: ['19000'], total: { count: 1, more: false } })
    }
    expect((await find('scarce', 1, short)).ids).toEqual(['19007'])
  })
})
