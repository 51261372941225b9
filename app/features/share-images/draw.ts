import { fitLines, fontsFor, widthOf } from '#platform/images/text-layout.ts'
import type { ShareFonts } from './fonts.server.ts'
import {
  type ProfileLayout,
  type ResultLayout,
  SHARE_IMAGE_SIZE,
  type Tone,
  type WorkLayout,
} from './layout.ts'
import {
  ACCENT,
  BACKGROUND,
  drawLine,
  drawnText,
  GOLD,
  LINE,
  logo,
  MUTED,
  rankMark,
  TEXT,
} from './primitives.ts'

const TONES: Record<Tone, string> = { go: ACCENT, gold: GOLD, quiet: MUTED }

const margin = 64

/** Size of the image on the right side of a challenge or submission. */
export const WORK_IMAGE = { width: 620, height: SHARE_IMAGE_SIZE.height } as const
/** The part of it beside the slanted edge, for an image that is shown whole. */
export const WHOLE_IMAGE = { width: 510, height: SHARE_IMAGE_SIZE.height } as const
export const PROFILE_IMAGE = { width: 300, height: 300 } as const

const work = {
  columnWidth: 500,
  lineHeight: 1.16,
  // Where the slanted edge of the image meets the top and the bottom.
  edge: { top: 690, bottom: 590 },
  titleSteps: [
    { size: 68, lines: 2 },
    { size: 58, lines: 3 },
    { size: 48, lines: 4 },
    { size: 42, lines: 4 },
  ],
  statusSteps: [
    { size: 26, lines: 1 },
    { size: 22, lines: 1 },
  ],
}

const result = {
  placeSizes: [148, 120, 96, 72],
  entriesSize: 40,
  gap: 22,
  titleSteps: [
    { size: 46, lines: 1 },
    { size: 38, lines: 2 },
    { size: 32, lines: 2 },
  ],
}

const profile = {
  left: 440,
  columnWidth: SHARE_IMAGE_SIZE.width - 440 - margin,
  lineHeight: 1.14,
  nameSteps: [
    { size: 84, lines: 1 },
    { size: 72, lines: 1 },
    { size: 58, lines: 1 },
    { size: 62, lines: 2 },
    { size: 50, lines: 2 },
  ],
}

/** The SVG drawing of a challenge or a submission; `imageUrl` is a data URL of `WORK_IMAGE` size. */
export function drawWork(layout: WorkLayout, imageUrl: string, fonts: ShareFonts): string {
  const { columnWidth, lineHeight, titleSteps } = work
  const text = drawnText(layout.title, fonts)
  const titleFonts = fontsFor(text, fonts.heading)
  const { size, lines } = fitLines(text, titleFonts, { width: columnWidth, steps: titleSteps })
  const titleHeight = lines.length * size * lineHeight
  const height = 48 + titleHeight + (layout.author ? 62 : 0)
  const top = 118 + Math.max(0, (486 - 118 - height) / 2)
  const title = lines.map((line, i) => {
    const y = top + 42 + (i + 0.86) * size * lineHeight
    return drawLine(line, { fonts: titleFonts, size, x: margin, y, colour: TEXT })
  })
  const content = `${workImage(imageUrl, layout)}
    ${category(layout.category, top + 18, fonts)}
    ${title.join('')}
    ${author(layout, top + 42 + titleHeight + 50, fonts)}
    ${status(layout, fonts)}`
  return wholeDrawing(content, layout.siteName, fonts)
}

export function drawResult(layout: ResultLayout, imageUrl: string, fonts: ShareFonts): string {
  const text = drawnText(layout.title, fonts)
  const titleFonts = fontsFor(text, fonts.heading)
  const fitted = fitLines(text, titleFonts, { width: work.columnWidth, steps: result.titleSteps })
  const facts = layout.facts.map((fact, i) => {
    const style = i === 0 ? { fonts: fonts.strong, colour: TEXT } : { fonts: fonts.text, colour: MUTED }
    return drawLine(fact, { ...style, size: 28, x: margin, y: 344 + i * 38, maxWidth: work.columnWidth })
  })
  const titleTop = 440
  const title = fitted.lines.map((line, i) => {
    const y = titleTop + (i + 0.8) * fitted.size * work.lineHeight
    return drawLine(line, { fonts: titleFonts, size: fitted.size, x: margin, y, colour: TEXT })
  })
  const below = titleTop + fitted.lines.length * fitted.size * work.lineHeight
  const challenge = { fonts: fonts.text, size: 24, colour: MUTED, maxWidth: work.columnWidth }
  const content = `${workImage(imageUrl, layout, layout.isTop ? GOLD : ACCENT)}
    ${drawLine(drawnText(layout.challenge, fonts), { ...challenge, x: margin, y: 146 })}
    ${place(layout, 292, fonts)}
    ${facts.join('')}
    <path stroke="${LINE}" stroke-width="2" d="M${margin} 414h${work.columnWidth - 20}"/>
    ${title.join('')}
    ${author(layout, below + 40, fonts)}`
  return wholeDrawing(content, layout.siteName, fonts)
}

/** '2nd of 23', as large as it fits. */
function place({ place, entries, isTop }: ResultLayout, y: number, { heading, text }: ShareFonts): string {
  const { placeSizes, entriesSize, gap } = result
  const small = { fonts: text, size: entriesSize }
  const rest = work.columnWidth - gap - widthOf(entries, small)
  const size = placeSizes.find((one) => widthOf(place, { fonts: heading, size: one }) <= rest) ?? 56
  const large = { fonts: heading, size }
  return (
    drawLine(place, { ...large, x: margin, y, colour: isTop ? GOLD : TEXT }) +
    drawLine(entries, { ...small, x: margin + widthOf(place, large) + gap, y, colour: MUTED })
  )
}

/** The SVG drawing of a profile; `imageUrl` is a data URL of the avatar. */
export function drawProfile(layout: ProfileLayout, imageUrl: string, fonts: ShareFonts): string {
  const { left, columnWidth, lineHeight, nameSteps } = profile
  const text = drawnText(layout.name, fonts)
  const nameFonts = fontsFor(text, fonts.heading)
  const { size, lines } = fitLines(text, nameFonts, { width: columnWidth, steps: nameSteps })
  const top = 232 - ((lines.length - 1) * size * lineHeight) / 2
  const name = lines.map((line, i) => {
    const y = top + (i + 0.5) * size * lineHeight
    return drawLine(line, { fonts: nameFonts, size, x: left, y, colour: TEXT })
  })
  const below = top + (lines.length - 0.5) * size * lineHeight
  const rank = { fonts: fonts.text, size: 32, x: left + 40, y: below + 66, colour: TEXT }
  const content = `${nightSky}
    ${avatar(imageUrl, layout.colour)}
    ${name.join('')}
    ${rankMark(left + 13, below + 55, 13, layout.colour)}
    ${drawLine(layout.rank, rank)}
    <path stroke="${LINE}" stroke-width="2" d="M${left} ${below + 102}h${columnWidth}"/>
    ${figures(layout, below + 178, fonts)}`
  return wholeDrawing(content, layout.siteName, fonts)
}

function workImage(
  url: string,
  { image: { ground } }: WorkLayout | ResultLayout,
  edgeColour = ACCENT,
): string {
  const { width, height } = ground ? WHOLE_IMAGE : WORK_IMAGE
  const { top, bottom } = work.edge
  const x = SHARE_IMAGE_SIZE.width - width
  return `<clipPath id="edge"><path d="M${top} 0H1200v${height}H${bottom}z"/></clipPath>
    ${ground ? `<path fill="${ground}" d="M${top} 0H1200v${height}H${bottom}z"/>` : ''}
    <image clip-path="url(#edge)" href="${url}" x="${x}" y="0" width="${width}" height="${height}"/>
    <path fill="none" stroke="${BACKGROUND}" stroke-width="14" d="M${top} 0L${bottom} ${height}"/>
    <path fill="none" stroke="${edgeColour}" stroke-width="3" d="M${top - 12} 0L${bottom - 12} ${height}"/>`
}

function category(text: string, y: number, { strong }: ShareFonts): string {
  const style = { fonts: strong, size: 21, letterSpacing: 3, colour: ACCENT, maxWidth: work.columnWidth }
  return drawLine(text.toUpperCase(), { ...style, x: margin, y })
}

function author(layout: Pick<WorkLayout, 'author'>, y: number, fonts: ShareFonts): string {
  if (!layout.author) return ''
  const { name, colour } = layout.author
  const style = { fonts: fonts.text, size: 29, colour: TEXT, maxWidth: work.columnWidth - 32 }
  const mark = rankMark(margin + 10, y - 10, 10, colour)
  return mark + drawLine(drawnText(name, fonts), { ...style, x: margin + 32, y })
}

function status({ status: { label, tone, text } }: WorkLayout, fonts: ShareFonts): string {
  const { columnWidth, statusSteps } = work
  const style = { fonts: fonts.text, colour: tone === 'quiet' ? MUTED : TEXT }
  const { size, lines } = fitLines(drawnText(text, fonts), style.fonts, {
    width: columnWidth,
    steps: statusSteps,
  })
  return `<path stroke="${LINE}" stroke-width="2" d="M${margin} 502h${columnWidth - 20}"/>
    ${drawLine(label, { fonts: fonts.strong, size: 23, x: margin, y: 544, colour: TONES[tone] })}
    ${drawLine(lines[0] ?? '', { ...style, size, x: margin, y: 582 })}`
}

function avatar(url: string, colour: string): string {
  const { width, height } = PROFILE_IMAGE
  const [x, y] = [margin + 12, 170]
  const box = (grow: number) =>
    `x="${x - grow}" y="${y - grow}" width="${width + 2 * grow}" height="${height + 2 * grow}" rx="${56 + grow}"`
  return `<clipPath id="avatar"><rect ${box(0)}/></clipPath>
    <image clip-path="url(#avatar)" href="${url}" x="${x}" y="${y}" width="${width}" height="${height}"/>
    <rect ${box(9)} fill="none" stroke="${TEXT}" stroke-opacity=".4" stroke-width="11"/>
    <rect ${box(9)} fill="none" stroke="${colour}" stroke-width="9"/>`
}

function figures(layout: ProfileLayout, y: number, { heading, text }: ShareFonts): string {
  let left = profile.left
  return layout.figures
    .map(({ value, label }) => {
      const large = { fonts: heading, size: 54 }
      const small = { fonts: text, size: 25 }
      const x = left
      left += Math.max(widthOf(value, large), widthOf(label, small)) + 56
      return (
        drawLine(value, { ...large, x, y, colour: TEXT }) +
        drawLine(label, { ...small, x, y: y + 42, colour: MUTED })
      )
    })
    .join('')
}

function wholeDrawing(content: string, siteName: string, fonts: ShareFonts): string {
  const { width, height } = SHARE_IMAGE_SIZE
  const name = drawnText({ text: siteName, fallback: '' }, fonts)
  const style = { fonts: fontsFor(name, fonts.heading), size: 30, colour: TEXT, maxWidth: 420 }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <linearGradient id="background" x2="0" y2="1"><stop stop-color="#070a10"/><stop offset="1" stop-color="#141d2c"/></linearGradient>
    <path fill="url(#background)" d="M0 0h${width}v${height}H0z"/>
    ${content}
    ${logo(margin - 4, 52, 1.6)}
    ${drawLine(name, { ...style, x: margin + 58, y: 90 })}
    <path fill="${ACCENT}" d="M0 ${height - 6}h${width}v6H0z"/>
  </svg>`
}

const nightSky = `<radialGradient id="glow"><stop offset=".3" stop-color="#f3dfb4" stop-opacity=".3"/><stop offset="1" stop-color="#8fa4c9" stop-opacity="0"/></radialGradient>
  <circle cx="1080" cy="120" r="230" fill="url(#glow)"/>
  <circle cx="1080" cy="120" r="66" fill="#f3e4c0"/>
  <path fill="#1a2537" d="M0 560C120 530 210 470 330 486s150 60 270 52 180-70 300-66 200 66 300 40v118H0z"/>
  <path fill="#0d131e" d="M0 600c150-30 260-12 400-8s250-42 400-34 270 44 400 20v52H0z"/>`
