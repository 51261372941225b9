import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { openFont } from '#platform/images/font.server.ts'
import { type Font, type Fonts, isDrawable } from '#platform/images/text-layout.ts'
import { once } from '#platform/once.ts'

/** Fonts by use, in order of preference; later fonts have characters that the first lack. */
export interface ShareFonts {
  heading: Fonts
  text: Fonts
  strong: Fonts
}

const noto = [
  'latin',
  'latin-ext',
  'vietnamese',
  'greek',
  'greek-ext',
  'cyrillic',
  'cyrillic-ext',
  'devanagari',
]

/** The fonts of other scripts, each opened for the first text that needs it or a later one. */
const others = [
  family(...noto.map((subset) => `@fontsource/noto-sans/files/noto-sans-${subset}-500`)),
  family('@fontsource/noto-emoji/files/noto-emoji-emoji-400'),
  family('@openfonts/noto-sans-kr_korean/files/noto-sans-kr-korean-500'),
  family('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-500'),
  family('@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-500'),
  family('@fontsource/noto-sans-thai/files/noto-sans-thai-thai-500'),
  family('#platform/fonts/noto-sans-sc-500'),
]

const heading = family(
  '#platform/fonts/shippori-mincho-latin-700',
  '#platform/fonts/shippori-mincho-japanese-700',
)
const text = sans(400)
const strong = sans(600)

/** The site's fonts, with those that the texts need besides. System fonts are never used. */
export async function shareFonts(texts: readonly string[]): Promise<ShareFonts> {
  const own = await Promise.all([heading(), text(), strong()])
  const needed: (readonly Font[])[] = []
  for (const open of others) {
    if (texts.every((one) => one === '' || isDrawable(one, [...own, ...needed]))) break
    needed.push(await open())
  }
  const [mincho, regular, bold] = own
  return {
    heading: [mincho, regular, ...needed],
    text: [regular, mincho, ...needed],
    strong: [bold, regular, mincho, ...needed],
  }
}

function sans(weight: number) {
  const path = '@fontsource/instrument-sans/files/instrument-sans'
  return family(`${path}-latin-${weight}`, `${path}-latin-ext-${weight}`)
}

function family(...paths: string[]): () => Promise<readonly Font[]> {
  return once(() => Promise.all(paths.map(open)))
}

async function open(path: string): Promise<Font> {
  const file = path.startsWith('@openfonts') ? `${path}.woff` : `${path}-normal.woff`
  return openFont(await readFile(createRequire(import.meta.url).resolve(file)))
}
