import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryAt, queryOf, queryWith, searchIn } from './filters.ts'

describe('searchIn', () => {
  it('returns one line without invisible characters', () => {
    expect(searchIn(new URLSearchParams({ search: '  moon\u0000\n  river ' }))).toBe('moon river')
    expect(searchIn(new URLSearchParams())).toBe('')
  })

  it('is short and well-formed for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 12_000 }), (search) => {
        const found = searchIn(new URLSearchParams({ search }))
        expect([...found].length).toBeLessThanOrEqual(100)
        expect(found).not.toMatch(/\p{Cc}/u)
      }),
      { numRuns: 40 },
    )
  })
})

describe('the query of a list', () => {
  it('contains the filters, and a time zone only with other filters', () => {
    const fields = new FormData()
    fields.set('status', 'active')
    fields.set('created', '')
    fields.set('zone', 'Asia/Tokyo')
    expect(queryOf(fields)).toBe('?status=active&zone=Asia%2FTokyo')
    fields.set('status', '')
    expect(queryOf(fields)).toBe('')
  })

  it('resets the page when another parameter changes', () => {
    expect(queryWith('?status=active&page=4', 'search', 'moon')).toBe('?status=active&search=moon')
    expect(queryWith('?page=102&after=x&before=y', 'search', 'moon')).toBe('?search=moon')
    expect(queryWith('?search=moon&zone=UTC&page=4', 'search', '')).toBe('')
  })

  it('keeps the filters on another page', () => {
    expect(queryAt('?status=active&page=4', { page: 5 })).toBe('?status=active&page=5')
    expect(queryAt('?page=102&before=x', { page: 103, after: 'y' })).toBe('?page=103&after=y')
    expect(queryAt('?status=active&page=102&before=x', { page: 1 })).toBe('?status=active')
  })
})
