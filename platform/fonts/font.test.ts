import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { openFont } from './font.server.ts'

const mincho = '@fontsource/shippori-mincho/files/shippori-mincho-latin-700-normal'
const files = {
  woff: await read(`${mincho}.woff`),
  woff2: await read(`${mincho}.woff2`),
  variable: await read('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
  japanese: await read('@fontsource/shippori-mincho/files/shippori-mincho-japanese-700-normal.woff'),
}

function read(file: string): Promise<Buffer> {
  return readFile(createRequire(import.meta.url).resolve(file))
}

const code = (character: string) => character.codePointAt(0) ?? 0

describe('a font', () => {
  it('is the same from WOFF and from WOFF2, which packs it in another way', async () => {
    const [one, other] = [await openFont(files.woff), await openFont(files.woff2)]
    for (const character of 'ag8Äß&') {
      expect(one.advance(code(character))).toBe(other.advance(code(character)))
      expect(await ink(one.path(code(character), 8, 48, 48))).toEqual(
        await ink(other.path(code(character), 8, 48, 48)),
      )
    }
  })

  it('knows which characters it has', async () => {
    const [latin, japanese] = [await openFont(files.woff), await openFont(files.japanese)]
    expect(['A', 'é', '夜', 'م', '🥷'].map((character) => latin.has(code(character)))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
    expect(japanese.has(code('夜'))).toBe(true)
    expect(japanese.advance(code('夜'))).toBe(1)
  })

  it('draws letters of parts, counters and blanks', async () => {
    const font = await openFont(files.variable)
    const height = async (character: string) => (await ink(font.path(code(character), 8, 48, 48))).height
    expect(await height('Ü')).toBeGreaterThan(await height('U'))
    expect(font.path(code('o'), 0, 0, 48).match(/M/g)).toHaveLength(2)
    expect(font.path(code(' '), 0, 0, 48)).toBe('')
    expect(font.advance(code(' '))).toBeGreaterThan(0.1)
  })

  it('is refused where it is none', async () => {
    await expect(openFont(Buffer.from('OTTO and more'))).rejects.toThrow('neither a WOFF nor a WOFF2 font')
    await expect(openFont(files.woff2.subarray(0, 900))).rejects.toThrow()
  })
})

/** Where a glyph's ink lies and how much of it there is, to a pixel of 64. */
async function ink(path: string) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><path d="${path}"/></svg>`
  const { data } = await sharp(Buffer.from(drawing))
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rows = [...data.keys()].filter((i) => (data[i] ?? 0) > 127).map((i) => Math.floor(i / 64))
  return { height: rows.length && (rows.at(-1) ?? 0) - (rows[0] ?? 0) + 1, pixels: rows.length }
}
