import { drawable, fitLines } from '#platform/pictures/lettering.ts'
import {
  headingFonts,
  INK,
  LINE,
  legible,
  line,
  MARGIN,
  MUTED,
  stone,
  TONES,
  textFonts,
  VERMILION,
  WASHI,
  wholeSheet,
} from './look.ts'
import { SHEET, type WorkSheet } from './sheet.ts'
import type { Typefaces } from './typefaces.server.ts'

/** The picture stands right of a slanting cut; this is the box around it. */
export const WORK_PICTURE = { width: 620, height: SHEET.height } as const

const cut = { top: 690, bottom: 590 }
const measure = 500
const leading = 1.16
const steps = [
  { size: 68, lines: 2 },
  { size: 58, lines: 3 },
  { size: 48, lines: 4 },
  { size: 42, lines: 4 },
]

const footSteps = [
  { size: 26, lines: 1 },
  { size: 22, lines: 1 },
]

/** The drawing for a challenge or an entry; `picture` is the address of what is laid in. */
export function drawWork(sheet: WorkSheet, picture: string, faces: Typefaces): string {
  const words = legible(sheet.title, faces)
  const fonts = headingFonts(words, faces)
  const { size, lines } = fitLines(words, fonts, { width: measure, steps })
  const byline = sheet.byline ? 62 : 0
  const height = 48 + lines.length * size * leading + byline
  const top = 118 + Math.max(0, (486 - 118 - height) / 2)
  const title = lines.map((text, i) => {
    const y = top + 42 + (i + 0.86) * size * leading
    return line(text, { fonts, size, x: MARGIN, y, colour: WASHI })
  })
  const content = `${right(picture)}
    ${eyebrow(sheet.eyebrow, top + 18, faces)}
    ${title.join('')}
    ${author(sheet, top + 42 + lines.length * size * leading + 50, faces)}
    ${foot(sheet, faces)}`
  return wholeSheet(content, sheet.house, faces)
}

function right(picture: string): string {
  const { width, height } = WORK_PICTURE
  const left = SHEET.width - width
  return `<clipPath id="cut"><path d="M${cut.top} 0H1200v${height}H${cut.bottom}z"/></clipPath>
    <image clip-path="url(#cut)" href="${picture}" x="${left}" y="0" width="${width}" height="${height}"/>
    <path fill="none" stroke="${INK}" stroke-width="14" d="M${cut.top} 0L${cut.bottom} ${height}"/>
    <path fill="none" stroke="${VERMILION}" stroke-width="3" d="M${cut.top - 12} 0L${cut.bottom - 12} ${height}"/>`
}

function eyebrow(text: string, y: number, { text: fonts }: Typefaces): string {
  const look = { fonts, size: 21, tracking: 3, x: MARGIN, y, colour: VERMILION, width: measure, strong: true }
  return line(drawable(text.toUpperCase(), fonts), look)
}

function author({ byline }: WorkSheet, y: number, faces: Typefaces): string {
  if (!byline) return ''
  const look = { fonts: textFonts(faces), size: 29, x: MARGIN + 32, y, colour: WASHI, width: measure - 32 }
  return stone(MARGIN + 10, y - 10, 10, byline.colour) + line(legible(byline.name, faces), look)
}

function foot({ foot: { label, tone, text } }: WorkSheet, faces: Typefaces): string {
  const fonts = textFonts(faces)
  const words = legible(text, faces)
  const { size, lines } = fitLines(words, fonts, { width: measure, steps: footSteps })
  const shown = { fonts, size, x: MARGIN, y: 582, colour: tone === 'quiet' ? MUTED : WASHI }
  return `<path stroke="${LINE}" stroke-width="2" d="M${MARGIN} 502h${measure - 20}"/>
    ${line(label, { fonts, size: 23, x: MARGIN, y: 544, colour: TONES[tone], strong: true })}
    ${line(lines[0] ?? '', shown)}`
}
