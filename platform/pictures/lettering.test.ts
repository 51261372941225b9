import { describe, expect, it } from 'vitest'
import type { Font } from '#platform/fonts/font.server.ts'
import { drawable, fitLines, isLegible, lineData, shorten, widthOf } from './lettering.ts'

/** Every character half as wide as high. */
function fontOf(characters: RegExp, name: string): Font {
  return {
    has: (codePoint) => characters.test(String.fromCodePoint(codePoint)),
    advance: () => 0.5,
    path: (codePoint, x, y) => `[${name} ${String.fromCodePoint(codePoint)} ${x},${y}]`,
  }
}
const latin = fontOf(/[\u0020-\u017f]/, 'latin')
const japanese = fontOf(/[\u3000-\u9fff]/, 'japanese')
const fonts = [latin, japanese]

describe('what can be drawn', () => {
  it('leaves out whole characters, never a part of one', () => {
    expect(drawable('Night 🥷 of the 👨‍👩‍👧‍👦 1️⃣  lanterns', [latin])).toBe('Night of the lanterns')
    expect(drawable('Cafe\u0301\u200b bar\n\u202eevil', [latin])).toBe('Café bar evil')
  })

  it('says whether what is left still says something', () => {
    expect(isLegible('Night of 夜', [latin])).toBe(true)
    expect(isLegible('مسابقة الفوانيس 2026', [latin])).toBe(false)
    expect(isLegible('🔥🔥', fonts)).toBe(false)
    expect(isLegible('', fonts)).toBe(false)
  })
})

describe('a line', () => {
  it('is measured and set with the first font that has a character', () => {
    const type = { fonts, size: 10, tracking: 1 }
    expect(widthOf('a夜', type)).toBe(12)
    expect(lineData('a夜', type, 3, 7)).toBe('[latin a 3,7][japanese 夜 9,7]')
  })

  it('ends with an ellipsis where it is too long', () => {
    const type = { fonts, size: 10 }
    expect(shorten('lanterns', type, 40)).toBe('lanterns')
    expect(shorten('the lanterns', type, 35)).toBe('the...')
    expect(shorten('lanterns', type, 5)).toBe('')
  })
})

describe('lines', () => {
  const steps = [
    { size: 20, lines: 1 },
    { size: 10, lines: 2 },
  ]
  const fitted = (text: string, width = 100) => fitLines(text, fonts, { width, steps })

  it('take the largest size that fits', () => {
    expect(fitted('Ember')).toEqual({ size: 20, lines: ['Ember'] })
    expect(fitted('The last lantern burning')).toEqual({ size: 10, lines: ['The last', 'lantern burning'] })
  })

  it('are shortened at the smallest', () => {
    const { size, lines } = fitted('The last lantern before the storm and all that came after it')
    expect([size, lines.length]).toEqual([10, 2])
    expect(lines[1]).toMatch(/\.\.\.$/)
    for (const line of lines) expect(widthOf(line, { fonts, size })).toBeLessThanOrEqual(100)
  })

  it('break a word that is longer than a line, and between characters of Japanese', () => {
    expect(fitted('Donaudampfschifffahrtsgesell').lines).toEqual(['Donaudampfschifffahr', 'tsgesell'])
    expect(fitted('夜の灯台と嵐の前の最後の提灯、海の歌海').lines).toEqual([
      '夜の灯台と嵐の前の最後の提灯、海の歌海',
    ])
    expect(fitted('夜の灯台。夜の灯台', 22).lines).toEqual(['夜の灯', '台...'])
  })

  it('of nothing are none', () => {
    expect(fitted('')).toEqual({ size: 20, lines: [] })
  })
})
