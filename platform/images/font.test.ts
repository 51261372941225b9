import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openFont } from './font.server.ts'
import { type Font, outlineUnits } from './text-layout.ts'

const latin = await open('#platform/fonts/shippori-mincho-latin-700-normal.woff')
const japanese = await open('#platform/fonts/shippori-mincho-japanese-700-normal.woff')
const sans = await open('@fontsource/instrument-sans/files/instrument-sans-latin-400-normal.woff')

async function open(file: string): Promise<Font> {
  return openFont(await read(file))
}

function read(file: string): Promise<Buffer> {
  return readFile(createRequire(import.meta.url).resolve(file))
}

const code = (character: string) => character.codePointAt(0) ?? 0
const outlineOf = (font: Font, text: string) => font.shape(text, false).map((glyph) => glyph.outline())
const advanceOf = (font: Font, text: string) =>
  font.shape(text, false).reduce((sum, { advance }) => sum + advance, 0)

describe('a font', () => {
  it('knows which characters it has', () => {
    const known = ['A', 'é', '夜', 'م', '🥷'].map((character) => latin.has(code(character)))
    expect(known).toEqual([true, true, false, false, false])
    expect(japanese.has(code('夜'))).toBe(true)
    expect(advanceOf(japanese, '夜')).toBe(1)
  })

  it('draws accents, counters and spaces', async () => {
    const ring = await ink(outlineOf(sans, 'o'))
    const dot = await ink(outlineOf(sans, '.'))
    expect(ring.height).toBeGreaterThan(3 * dot.height)
    const [accented, plain] = [await ink(outlineOf(sans, 'Ü')), await ink(outlineOf(sans, 'U'))]
    expect(accented.height).toBeGreaterThan(plain.height)
    expect(ring.middle).toBe(false)
    expect(outlineOf(sans, ' ')).toEqual([''])
    expect(advanceOf(sans, ' ')).toBeGreaterThan(0.1)
  })

  it('joins the letters of scripts that join, and emoji', async () => {
    const arabic = await open('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-500-normal.woff')
    const apart = ['ع', 'ل', 'ی'].flatMap((letter) => outlineOf(arabic, letter))
    const joined = arabic.shape('علی', true).map((glyph) => glyph.outline())
    expect(joined.filter((outline) => outline !== '' && apart.includes(outline))).toEqual([])
    const emoji = await open('@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff')
    const painter = outlineOf(emoji, '👩\u200d🎨').filter(Boolean)
    expect(painter).toHaveLength(1)
    expect(painter).not.toEqual(outlineOf(emoji, '👩'))
  })

  it('is refused when the file is damaged or not a font', async () => {
    await expect(openFont(Buffer.from('OTTO and more'))).rejects.toThrow()
    const file = await read('#platform/fonts/shippori-mincho-latin-700-normal.woff')
    await expect(openFont(file.subarray(0, 900))).rejects.toThrow()
  })
})

/** Height of a glyph's ink in pixels at 48 px, and whether its centre is filled. */
async function ink(outlines: string[]) {
  const scale = 48 / outlineUnits
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path transform="matrix(${scale} 0 0 ${-scale} 8 48)" d="${outlines.join('')}"/></svg>`
  const data = await sharp(Buffer.from(drawing)).extractChannel(3).raw().toBuffer()
  const filled = [...data.keys()].filter((i) => (data[i] ?? 0) > 127)
  const rows = filled.map((i) => Math.floor(i / 64))
  const columns = filled.map((i) => i % 64)
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
  const [x, y] = [Math.min(...columns) + Math.max(...columns), top + bottom].map((sum) => Math.round(sum / 2))
  return { height: bottom - top + 1, middle: (data[(y ?? 0) * 64 + (x ?? 0)] ?? 0) > 127 }
}
