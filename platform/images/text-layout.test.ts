import { describe, expect, it } from 'vitest'
import {
  type Font,
  fitLines,
  fontsFor,
  isDrawable,
  lineOf,
  shorten,
  textPaths,
  widthOf,
} from './text-layout.ts'

/** Every character is half an em wide. */
function fontOf(characters: RegExp, name: string): Font {
  return {
    has: (codePoint) => characters.test(String.fromCodePoint(codePoint)),
    shape: (text, isRightToLeft) => {
      const glyphs = [...text].map((character) => ({
        outline: () => (character === ' ' ? '' : `${name} ${character}`),
        advance: 0.5,
        x: 0,
        y: 0,
      }))
      return isRightToLeft ? glyphs.reverse() : glyphs
    },
  }
}
const latin = fontOf(/[\u0020-\u017f]/, 'latin')
const japanese = fontOf(/[\u3000-\u9fff]/, 'japanese')
const wide = fontOf(/[\u0020-\u1eff]/, 'wide')
const fonts = [[latin, japanese]]

function drawn(text: string, families: readonly (readonly Font[])[] = [[latin, japanese], [wide]]): string[] {
  return [...textPaths(text, { fonts: families, size: 10 }, 0, 0).matchAll(/d="([^"]+)"/g)].map(
    ([, outline = '']) => outline,
  )
}

describe('a text', () => {
  it.each([
    ['Night of the lanterns', true],
    ['Café bar', true],
    ['Cafe\u0301\u200b bar\n\u202eevil', true],
    ['Phở bò', false],
    ['Night of 月', true],
    ['Night 🥷 of the lanterns', false],
    ['\u200b\u202e ', false],
    ['', false],
  ])('is drawable if the fonts have every character that is seen: %j', (text, isIt) => {
    expect(isDrawable(text, fonts)).toBe(isIt)
  })

  it('is one line in NFC, cut before it is laid out', () => {
    expect(lineOf(' Cafe\u0301\n bar ')).toBe('Café bar')
    const zalgo = `a${'\u0301'.repeat(100_000)}`
    for (const text of ['lantern '.repeat(50_000), 'x'.repeat(1_000_000), '夜'.repeat(100_000), zalgo]) {
      expect(lineOf(text).length).toBeLessThanOrEqual(300)
      isDrawable(text, fonts)
    }
    expect(lineOf(`${'x'.repeat(299)}🥷`)).toBe('x'.repeat(299))
  })
})

describe('the fonts', () => {
  it('are the ones that have the whole line, else the whole word', () => {
    expect(drawn('aở')).toEqual(['wide a', 'wide ở'])
    expect(drawn('a ở 月')).toEqual(['latin a', 'wide ở', 'japanese 月'])
    expect(drawn('ở月')).toEqual(['wide ở', 'japanese 月'])
    expect(fontsFor('aở', [[latin], [wide]])).toEqual([[wide], [latin]])
    expect(fontsFor('月', [[latin], [wide]])).toEqual([[latin], [wide]])
  })
})

describe('a text from right to left', () => {
  it('runs in its direction, and numbers and words of other scripts in theirs', () => {
    const letters = (text: string) =>
      drawn(text)
        .map((outline) => outline.slice(-1))
        .join('')
    expect(letters('אבג')).toBe('גבא')
    expect(letters('אב 12 גד!')).toBe('!דג12בא')
    expect(letters('by \u2068אב!\u2069 x')).toBe('by!באx')
  })

  it('keeps its direction on lines that begin with another script', () => {
    const { lines } = fitLines('אבגדהוז fox!', [[wide]], { width: 40, steps: [{ size: 10, lines: 2 }] })
    expect(
      lines.map((line) =>
        drawn(line)
          .map((outline) => outline.slice(-1))
          .join(''),
      ),
    ).toEqual(['זוהדגבא', '!fox'])
  })
})

describe('a line', () => {
  it('is measured and drawn with the first font that has each character', () => {
    const style = { fonts, size: 10, letterSpacing: 1 }
    expect(widthOf('a夜', style)).toBe(12)
    const paths = textPaths('a 夜', style, 3, 7)
    const drawn = [...paths.matchAll(/matrix\(0.01 0 0 -0.01 ([\d.]+) 7\)" d="([^"]+)"/g)]
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
