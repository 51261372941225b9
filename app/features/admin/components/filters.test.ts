import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { queryOf, queryWith, searchIn } from './filters.ts'

describe('searchIn', () => {
  it('takes one line without what cannot be seen', () => {
    expect(searchIn(new URLSearchParams({ search: '  moon\u0000\n  river ' }))).toBe('moon river')
    expect(searchIn(new URLSearchParams())).toBe('')
  })

  it('is short and well-formed, whatever was sent', () => {
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
  it('holds what is chosen, and a zone only beside it', () => {
    const fields = new FormData()
    fields.set('status', 'active')
    fields.set('created', '')
    fields.set('zone', 'Asia/Tokyo')
    expect(queryOf(fields)).toBe('?status=active&zone=Asia%2FTokyo')
    fields.set('status', '')
    expect(queryOf(fields)).toBe('')
  })

  it('starts at the first page again where something else changes', () => {
    expect(queryWith('?status=active&page=4', 'search', 'moon')).toBe('?status=active&search=moon')
    expect(queryWith('?status=active&page=4', 'page', '5')).toBe('?status=active&page=5')
    expect(queryWith('?search=moon&zone=UTC&page=4', 'search', '')).toBe('')
  })
})
