import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { openFont } from '#platform/images/font.server.ts'
import type { Font } from '#platform/images/text-layout.ts'
import { once } from '#platform/once.ts'

/** Fonts by use, in order of preference; later fonts have characters that the first lacks. */
export interface ShareFonts {
  heading: readonly Font[]
  text: readonly Font[]
  strong: readonly Font[]
}

/** The site's fonts. System fonts are never used. */
export const shareFonts = once(async (): Promise<ShareFonts> => {
  const [mincho, minchoJapanese, sans, sansExtended, bold, boldExtended] = await Promise.all([
    open('#platform/fonts/shippori-mincho-latin-700'),
    open('#platform/fonts/shippori-mincho-japanese-700'),
    open('@fontsource/instrument-sans/files/instrument-sans-latin-400'),
    open('@fontsource/instrument-sans/files/instrument-sans-latin-ext-400'),
    open('@fontsource/instrument-sans/files/instrument-sans-latin-600'),
    open('@fontsource/instrument-sans/files/instrument-sans-latin-ext-600'),
  ])
  return { heading: [mincho, minchoJapanese], text: [sans, sansExtended], strong: [bold, boldExtended] }
})

async function open(path: string): Promise<Font> {
  return openFont(await readFile(createRequire(import.meta.url).resolve(`${path}-normal.woff`)))
}
