import { describe, expect, it } from 'vitest'
import { drawableText, type Font, fitLines, isLegible, shorten, textPaths, widthOf } from './text-layout.ts'

/** Every character is half an em wide. */
function fontOf(characters: RegExp, name: string): Font {
  return {
    has: (codePoint) => characters.test(String.fromCodePoint(codePoint)),
    advance: () => 0.5,
    outline: (codePoint) => (codePoint === 32 ? '' : `${name} ${String.fromCodePoint(codePoint)}`),
  }
}
const latin = fontOf(/[\u0020-\u017f]/, 'latin')
const japanese = fontOf(/[\u3000-\u9fff]/, 'japanese')
const fonts = [latin, japanese]

describe('unknown characters', () => {
  it('are removed as whole characters', () => {
    expect(drawableText('Night 🥷 of the 👨‍👩‍👧‍👦 1️⃣  lanterns', [latin])).toBe('Night of the lanterns')
    expect(drawableText('Cafe\u0301\u200b bar\n\u202eevil', [latin])).toBe('Café bar evil')
  })

  it('make a text illegible when they are more than half of its letters', () => {
    expect(isLegible('Night of 夜', [latin])).toBe(true)
    expect(isLegible('مسابقة الفوانيس 2026', [latin])).toBe(false)
    expect(isLegible('🔥🔥', fonts)).toBe(false)
    expect(isLegible('', fonts)).toBe(false)
  })
})

describe('a very long text', () => {
  it('is cut before it is laid out', () => {
    const zalgo = `a${'\u0301'.repeat(100_000)}`
    for (const text of ['lantern '.repeat(50_000), 'x'.repeat(1_000_000), '夜'.repeat(100_000), zalgo]) {
      expect(drawableText(text, fonts).length).toBeLessThanOrEqual(300)
      isLegible(text, fonts)
    }
    expect(drawableText(`${'x'.repeat(299)}🥷`, fonts)).toBe('x'.repeat(299))
  })
})

describe('a line', () => {
  it('is measured and drawn with the first font that has each character', () => {
    const style = { fonts, size: 10, letterSpacing: 1 }
    expect(widthOf('a夜', style)).toBe(12)
    const paths = textPaths('a 夜', style, 3, 7)
    const drawn = [...paths.matchAll(/matrix\(0.01 0 0 0.01 ([\d.]+) 7\)" d="([^"]+)"/g)]
    expect(drawn.map(([, x, outline]) => [x, outline])).toEqual([
      ['3', 'latin a'],
      ['15', 'japanese 夜'],
    ])
  })

  it('ends with an ellipsis when it is too long', () => {
    const style = { fonts, size: 10 }
    expect(shorten('lanterns', style, 40)).toBe('lanterns')
    expect(shorten('the lanterns', style, 35)).toBe('the...')
    expect(shorten('lanterns', style, 5)).toBe('')
  })
})

describe('lines', () => {
  const steps = [
    { size: 20, lines: 1 },
    { size: 10, lines: 2 },
  ]
  const fitted = (text: string, width = 100) => fitLines(text, fonts, { width, steps })

  it('use the largest size that fits', () => {
    expect(fitted('Ember')).toEqual({ size: 20, lines: ['Ember'] })
    expect(fitted('The last lantern burning')).toEqual({ size: 10, lines: ['The last', 'lantern burning'] })
  })

  it('are shortened at the smallest size', () => {
    const { size, lines } = fitted('The last lantern before the storm and all that came after it')
    expect([size, lines.length]).toEqual([10, 2])
    expect(lines[1]).toMatch(/\.\.\.$/)
    for (const line of lines) expect(widthOf(line, { fonts, size })).toBeLessThanOrEqual(100)
  })

  it('break words longer than a line, and Japanese between characters', () => {
    expect(fitted('Donaudampfschifffahrtsgesell').lines).toEqual(['Donaudampfschifffahr', 'tsgesell'])
    expect(fitted('夜の灯台と嵐の前の最後の提灯、海の歌海').lines).toEqual([
      '夜の灯台と嵐の前の最後の提灯、海の歌海',
    ])
    expect(fitted('夜の灯台。夜の灯台', 22).lines).toEqual(['夜の灯', '台...'])
  })

  it('are none for an empty text', () => {
    expect(fitted('')).toEqual({ size: 20, lines: [] })
  })
})
