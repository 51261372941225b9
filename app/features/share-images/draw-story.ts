import { fitLines, fontsFor, type TextStyle, widthOf } from '#platform/images/text-layout.ts'
import type { ShareFonts } from './fonts.server.ts'
import { type RankStoryLayout, STORY_SIZE, type StoryLayout } from './layout.ts'
import { drawLine, drawnText, GOLD, type LineStyle, logo, MUTED, rankMark, TEXT } from './primitives.ts'

const { width, height } = STORY_SIZE
const centre = width / 2
const columnWidth = 920

export const STORY_IMAGE = { width: 800, height: 960 } as const
export const RANK_IMAGE = { width: 340, height: 340 } as const

/** The lower edge of the highest picture. */
const lowestFloor = 1370

const titleSteps = [
  { size: 72, lines: 1 },
  { size: 60, lines: 2 },
  { size: 50, lines: 2 },
]

/** A submission as a hanging scroll; `imageUrl` is a data URL of at most `STORY_IMAGE` size. */
export function drawStory(layout: StoryLayout, imageUrl: string, fonts: ShareFonts): string {
  const { heading, author } = layout
  const picture = pictureSize(layout)
  // A low picture hangs higher, so that it is in the middle.
  const floor = lowestFloor - Math.round((STORY_IMAGE.height - picture.height) * 0.4)
  const titleText = drawnText(layout.title, fonts)
  const titleFonts = fontsFor(titleText, fonts.heading)
  const { size, lines } = fitLines(titleText, titleFonts, { width: columnWidth, steps: titleSteps })
  const titleTop = floor + 76
  const title = lines.map((line, i) => {
    const y = titleTop + (i + 0.84) * size * 1.14
    return centred(line, { fonts: titleFonts, size, y, colour: TEXT })
  })
  const below = titleTop + lines.length * size * 1.14
  const small = { fonts: fonts.text, size: 34, colour: MUTED }
  return wholeDrawing(
    `${centred(heading.text, { fonts: fonts.heading, size: 96, y: 338, colour: heading.isGold ? GOLD : TEXT })}
    ${scroll(picture, floor, heading.isGold, imageUrl)}
    ${title.join('')}
    ${authorLine(author, below + 64, fonts)}
    ${centred(drawnText(layout.challenge, fonts), { ...small, y: below + 128 })}
    ${centred(layout.fact, { ...small, y: below + 180 })}`,
    layout.siteName,
    fonts,
  )
}

function pictureSize({ ratio }: StoryLayout): { width: number; height: number } {
  const pictureWidth = Math.round(Math.min(STORY_IMAGE.width, STORY_IMAGE.height * ratio))
  return { width: pictureWidth, height: Math.round(pictureWidth / ratio) }
}

function scroll(
  { width: w, height: h }: { width: number; height: number },
  floor: number,
  isGold: boolean,
  url: string,
): string {
  const [x, y] = [centre - w / 2, floor - h]
  const rods = isGold ? ['#f0d27a', '#8f6c1e'] : ['#5c6a84', '#2e394c']
  const rod = (top: number) =>
    `<rect x="${x - 26}" y="${top}" width="${w + 52}" height="22" rx="11" fill="url(#rod)"/>`
  return `<linearGradient id="rod" x2="0" y2="1"><stop stop-color="${rods[0]}"/><stop offset="1" stop-color="${rods[1]}"/></linearGradient>
    <path fill="none" stroke="#64718a" stroke-width="3" d="M${x + 8} ${y - 20}L${centre} ${y - 66}L${x + w - 8} ${y - 20}"/>
    <image href="${url}" x="${x}" y="${y}" width="${w}" height="${h}" preserveAspectRatio="xMidYMid meet"/>
    ${rod(y - 22)}${rod(floor)}`
}

/** A rank: the avatar before the moon, and the belt; `imageUrl` is a data URL of `RANK_IMAGE` size. */
export function drawRankStory(layout: RankStoryLayout, imageUrl: string, fonts: ShareFonts): string {
  const name = drawnText(layout.name, fonts)
  const rankStyle = { fonts: fonts.heading, size: 124 }
  const size = Math.min(rankStyle.size, (rankStyle.size * columnWidth) / widthOf(layout.rank, rankStyle))
  const small = { fonts: fonts.text, size: 40 }
  return wholeDrawing(
    `<circle cx="${centre}" cy="600" r="310" fill="#f3e4c0"/>
    <path fill="#e3d09c" d="M300 520c20-44 74-64 100-34s-10 70-36 96-60 28-70 8 0-46 6-70Zm400 190c30-22 92-14 96 20s-50 52-84 46-38-44-12-66Z"/>
    ${avatar(imageUrl, layout.colour)}
    ${centred(layout.rank, { ...rankStyle, size, y: 1070, colour: TEXT })}
    ${centred(`${layout.summary}. ${layout.fact}.`, { ...small, y: 1148, colour: TEXT })}
    ${centred(name, { ...small, y: 1216, colour: MUTED })}
    ${belt(layout.colour)}`,
    layout.siteName,
    fonts,
  )
}

function avatar(url: string, colour: string): string {
  const { width: edge } = RANK_IMAGE
  const [x, y] = [centre - edge / 2, 600 - edge / 2]
  const box = (grow: number) =>
    `x="${x - grow}" y="${y - grow}" width="${edge + 2 * grow}" height="${edge + 2 * grow}" rx="${90 + grow}"`
  return `<clipPath id="avatar"><rect ${box(0)}/></clipPath>
    <image clip-path="url(#avatar)" href="${url}" x="${x}" y="${y}" width="${edge}" height="${edge}"/>
    <rect ${box(9)} fill="none" stroke="${colour}" stroke-width="18"/>`
}

/** Across the whole width, tied in the middle. */
function belt(colour: string): string {
  const end = '#f1e3bd'
  const shade = `<stop stop-color="${colour}"/><stop offset="1" stop-color="#000" stop-opacity=".34"/>`
  return `<linearGradient id="belt" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".22"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/>${shade.slice(shade.indexOf('<stop offset'))}</linearGradient>
    <g fill="${colour}"><path d="M-10 1310C220 1374 400 1390 540 1390s320-16 550-80v128c-230 58-410 70-550 70s-320-12-550-70Z"/></g>
    <path fill="url(#belt)" d="M-10 1310C220 1374 400 1390 540 1390s320-16 550-80v128c-230 58-410 70-550 70s-320-12-550-70Z"/>
    <path fill="${colour}" d="M560 1490c26 66 60 112 100 150l-70 62c-40-50-66-112-80-180Z"/>
    <path fill="#000" fill-opacity=".3" d="M560 1490c26 66 60 112 100 150l-70 62c-40-50-66-112-80-180Z"/>
    <path fill="${end}" d="M660 1640l-70 62 18 21 70-62z"/>
    <path fill="${colour}" d="M470 1490c-16 62-56 108-112 144l62 76c76-46 124-110 142-196Z"/>
    <path fill="${end}" d="M420 1710l-62-76-22 18 62 76z"/>
    <path fill="${colour}" d="M446 1372c6-30 50-42 94-42s88 12 94 42c10 34 20 62 20 92 0 38-26 60-60 66H486c-34-6-60-28-60-66 0-30 10-58 20-92Z"/>
    <path fill="url(#belt)" d="M446 1372c6-30 50-42 94-42s88 12 94 42c10 34 20 62 20 92 0 38-26 60-60 66H486c-34-6-60-28-60-66 0-30 10-58 20-92Z"/>
    <path fill="none" stroke="#000" stroke-opacity=".35" stroke-width="5" d="M442 1394c54 58 126 84 206 84M450 1368c54 52 124 78 196 62"/>`
}

function authorLine({ name, colour }: StoryLayout['author'], y: number, fonts: ShareFonts): string {
  const style = { fonts: fonts.text, size: 40 }
  const text = drawnText(name, fonts)
  const half = Math.min(columnWidth - 44, widthOf(text, style)) / 2
  const x = centre - half + 22
  return (
    rankMark(x - 26, y - 13, 13, colour) +
    drawLine(text, { ...style, x, y, colour: TEXT, maxWidth: 2 * half })
  )
}

type CentredStyle = TextStyle & Pick<LineStyle, 'y' | 'colour'>

function centred(text: string, style: CentredStyle): string {
  const x = centre - Math.min(columnWidth, widthOf(text, style)) / 2
  return drawLine(text, { ...style, x, maxWidth: columnWidth })
}

function wholeDrawing(content: string, siteName: string, fonts: ShareFonts): string {
  const name = drawnText({ text: siteName, fallback: '' }, fonts)
  const style = { fonts: fontsFor(name, fonts.heading), size: 40 }
  const half = (Math.min(columnWidth - 76, widthOf(name, style)) + 76) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <linearGradient id="sky" x2="0" y2="1"><stop stop-color="#070a10"/><stop offset=".6" stop-color="#0f1724"/><stop offset="1" stop-color="#1a2639"/></linearGradient>
    <radialGradient id="glow"><stop stop-color="#f3dfb4" stop-opacity=".3"/><stop offset="1" stop-color="#8fa4c9" stop-opacity="0"/></radialGradient>
    <path fill="url(#sky)" d="M0 0h${width}v${height}H0z"/>
    <circle cx="${centre}" cy="760" r="760" fill="url(#glow)"/>
    <path fill="none" stroke="#dfe6f5" stroke-opacity=".8" stroke-width="5" stroke-linecap="round" d="M90 240h0M980 330h0M60 620h0M1016 700h0M120 1010h0M990 1120h0M820 210h0M240 330h0"/>
    <path fill="#222d42" d="M0 1500c140-60 270-66 400-30s270 50 420 10 200-60 260-56v496H0z"/>
    <path fill="#192233" d="M0 1640c160-44 300-30 460-6s330 6 440-12 150-14 180-6v304H0z"/>
    <path fill="#0a0d13" d="M0 1800c170-26 340-10 520-4s400-20 560-16v140H0z"/>
    ${content}
    ${logo(centre - half, 134, 1.9)}
    ${drawLine(name, { ...style, x: centre - half + 76, y: 180, colour: TEXT, maxWidth: columnWidth - 76 })}
  </svg>`
}
