import { fitLines, widthOf } from '#platform/pictures/lettering.ts'
import { headingFonts, LINE, legible, line, MARGIN, MUTED, stone, WASHI, wholeSheet } from './look.ts'
import { type PersonSheet, SHEET } from './sheet.ts'
import type { Typefaces } from './typefaces.server.ts'

export const PERSON_PICTURE = { width: 300, height: 300 } as const

const left = 440
const measure = SHEET.width - left - MARGIN
const leading = 1.14
const steps = [
  { size: 84, lines: 1 },
  { size: 72, lines: 1 },
  { size: 58, lines: 1 },
  { size: 62, lines: 2 },
  { size: 50, lines: 2 },
]

/** The drawing for a member; `picture` is the address of their avatar. */
export function drawPerson(sheet: PersonSheet, picture: string, faces: Typefaces): string {
  const words = legible(sheet.name, faces)
  const fonts = headingFonts(words, faces)
  const { size, lines } = fitLines(words, fonts, { width: measure, steps })
  const top = 232 - ((lines.length - 1) * size * leading) / 2
  const name = lines.map((text, i) => {
    const y = top + (i + 0.5) * size * leading
    return line(text, { fonts, size, x: left, y, colour: WASHI })
  })
  const below = top + (lines.length - 0.5) * size * leading
  const rank = { fonts: faces.text, size: 32, x: left + 40, y: below + 66, colour: WASHI }
  const content = `${night}
    ${avatar(picture, sheet.colour)}
    ${name.join('')}
    ${stone(left + 13, below + 55, 13, sheet.colour)}
    ${line(sheet.rank, rank)}
    <path stroke="${LINE}" stroke-width="2" d="M${left} ${below + 102}h${measure}"/>
    ${figures(sheet, below + 178, faces)}`
  return wholeSheet(content, sheet.house, faces)
}

function avatar(picture: string, colour: string): string {
  const { width, height } = PERSON_PICTURE
  const [x, y] = [MARGIN + 12, 170]
  const box = (grow: number) =>
    `x="${x - grow}" y="${y - grow}" width="${width + 2 * grow}" height="${height + 2 * grow}" rx="${56 + grow}"`
  return `<clipPath id="avatar"><rect ${box(0)}/></clipPath>
    <image clip-path="url(#avatar)" href="${picture}" x="${x}" y="${y}" width="${width}" height="${height}"/>
    <rect ${box(9)} fill="none" stroke="${WASHI}" stroke-opacity=".4" stroke-width="11"/>
    <rect ${box(9)} fill="none" stroke="${colour}" stroke-width="9"/>`
}

function figures(sheet: PersonSheet, y: number, { display, text }: Typefaces): string {
  let x = left
  return sheet.figures
    .map(({ value, label }) => {
      const big = { fonts: display, size: 54 }
      const small = { fonts: text, size: 25 }
      const start = x
      x += Math.max(widthOf(value, big), widthOf(label, small)) + 56
      const under = { ...small, x: start, y: y + 42, colour: MUTED }
      return line(value, { ...big, x: start, y, colour: WASHI }) + line(label, under)
    })
    .join('')
}

const night = `<radialGradient id="glow"><stop offset=".3" stop-color="#f3dfb4" stop-opacity=".3"/><stop offset="1" stop-color="#8fa4c9" stop-opacity="0"/></radialGradient>
  <circle cx="1080" cy="120" r="230" fill="url(#glow)"/>
  <circle cx="1080" cy="120" r="66" fill="#f3e4c0"/>
  <path fill="#1a2537" d="M0 560C120 530 210 470 330 486s150 60 270 52 180-70 300-66 200 66 300 40v118H0z"/>
  <path fill="#0d131e" d="M0 600c150-30 260-12 400-8s250-42 400-34 270 44 400 20v52H0z"/>`
