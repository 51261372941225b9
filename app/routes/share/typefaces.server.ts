import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Font, openFont } from '#platform/fonts/font.server.ts'
import { once } from '#platform/once.ts'

/** The fonts of headings and of all else; the second of each has what the first lacks. */
export interface Typefaces {
  display: readonly Font[]
  text: readonly Font[]
}

/** The dojo's own fonts, read from their packages: none of the machine's is ever asked. */
export const typefaces = once(async (): Promise<Typefaces> => {
  const [mincho, sans, sansMore, minchoMore] = await Promise.all([
    open('@fontsource/shippori-mincho/files/shippori-mincho-latin-700-normal.woff'),
    open('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2'),
    open('@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2'),
    open('@fontsource/shippori-mincho/files/shippori-mincho-japanese-700-normal.woff'),
  ])
  return { display: [mincho, minchoMore], text: [sans, sansMore] }
})

async function open(file: string): Promise<Font> {
  return openFont(await readFile(createRequire(import.meta.url).resolve(file)))
}
