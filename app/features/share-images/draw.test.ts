import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, it, onTestFinished } from 'vitest'
import { renderPng } from '#platform/images/render.server.ts'
import { drawProfile, drawResult, drawWork } from './draw.ts'
import { shareFonts } from './fonts.server.ts'
import type { MemberText, ProfileLayout, ResultLayout, WorkLayout } from './layout.ts'

const emoji = 'Night 🥷 Fox 👨‍👩‍👧‍👦'
// Egyptian hieroglyphs are in none of the fonts, so that all are opened.
const fonts = await shareFonts(['𓀀'])
const image = { imageId: null, width: 960, drawing: '' }
const withoutFallback = (text: string): MemberText => ({ text, fallback: '' })

function workLayout(text: string): WorkLayout {
  return {
    kind: 'work',
    siteName: text,
    category: text,
    title: withoutFallback(text),
    author: { name: withoutFallback(text), colour: '#D4AF37' },
    status: { label: 'Winner', tone: 'gold', text: withoutFallback(text) },
    image,
  }
}

function resultLayout(text: string, place = '2nd'): ResultLayout {
  const [title, author] = [withoutFallback(text), { name: withoutFallback(text), colour: '#D4AF37' }]
  const facts = [`Better than 68% of ${text}`, `${text} votes`]
  const shown = { challenge: title, title, author, place, entries: 'of 12,345', isTop: true, facts, image }
  return { kind: 'result', siteName: text, ...shown }
}

function profileLayout(name: MemberText): ProfileLayout {
  const figures = [{ value: '7', label: 'points' }]
  return { kind: 'profile', siteName: 'Site', name, rank: 'Master Ninja', colour: '#D4AF37', figures, image }
}

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Number of bright pixels in an area; text is bright. */
async function brightPixels(drawing: string, area: Area): Promise<number> {
  const png = await renderPng(drawing)
  const pixels = await sharp(png).greyscale().extract(area).raw().toBuffer()
  return pixels.filter((value) => value > 120).length
}

const longTexts = [
  'An exceedingly long title about lanterns and the storm, '.repeat(6),
  'W'.repeat(300),
  '夜の灯台と嵐の前の最後の提灯'.repeat(20),
]

describe('text', () => {
  const column = { left: 64, top: 110, width: 500, height: 480 }
  const besideColumn = { left: 565, top: 0, width: 12, height: 600 }
  const nameColumn = { left: 440, top: 160, width: 696, height: 400 }
  const besideName = { left: 1138, top: 200, width: 62, height: 400 }

  it.each(longTexts)('stays in its column: %s', async (text) => {
    const work = drawWork(workLayout(text), 'data:,', fonts)
    expect(await brightPixels(work, column)).toBeGreaterThan(5_000)
    expect(await brightPixels(work, besideColumn)).toBe(0)
    for (const place of ['2nd', '12,345th']) {
      const result = drawResult(resultLayout(text, place), 'data:,', fonts)
      expect(await brightPixels(result, column)).toBeGreaterThan(5_000)
      expect(await brightPixels(result, besideColumn)).toBe(0)
      expect(await brightPixels(result, { left: 64, top: 596, width: 500, height: 26 })).toBe(0)
    }
    const profile = drawProfile(profileLayout(withoutFallback(text)), 'data:,', fonts)
    expect(await brightPixels(profile, nameColumn)).toBeGreaterThan(5_000)
    expect(await brightPixels(profile, besideName)).toBe(0)
  })

  const nameOf = (text: string) => drawProfile(profileLayout({ text, fallback: 'Master Ninja' }), '', fonts)

  it('is replaced as a whole if the fonts lack one of its characters', () => {
    for (const text of ['Night 𓀀 Fox', 'Ninja ሰላም', '\u200b', ''])
      expect(nameOf(text)).toBe(nameOf('Master Ninja'))
    expect(nameOf('Night Fox')).not.toBe(nameOf('Master Ninja'))
  })

  it('has every letter: each changes the drawing', () => {
    const texts = [
      'Phở bò đặc biệt ở Huế',
      'Nguyễn Thị Hương',
      'Łódź nocą',
      'Ελληνικά ἀρχή',
      'Последний фонарь Їжак',
      'مسابقة الفوانيس',
      'שלום לכולם',
      'नमस्ते दुनिया',
      'สวัสดีชาวโลก',
      '안녕하세요 세계',
      '简体中文测试',
      '夜の灯台',
      emoji,
    ]
    for (const text of texts) {
      const all = nameOf(text)
      expect(all, text).not.toBe(nameOf('Master Ninja'))
      const characters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment)
      for (const at of characters.keys()) {
        if (characters[at] === ' ') continue
        const without = characters.toSpliced(at, 1).join('')
        expect(nameOf(without), `${text} without ${characters[at]}`).not.toBe(all)
      }
    }
  })

  it('cannot add markup to the drawing', () => {
    const drawing = drawWork(workLayout('<script>"&\'</script>'), 'data:,', fonts)
    expect(drawing).not.toContain('script')
    expect(drawResult(resultLayout('<script>'), 'data:,', fonts)).not.toContain('script')
  })
})

const noFonts = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>'

it('share images are the same on a machine without fonts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-fonts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const FONTCONFIG_FILE = join(folder, 'fonts.conf')
  await writeFile(FONTCONFIG_FILE, noFonts)
  const here = await renderWith(process.env)
  expect(here).toMatch(/^[0-9a-f]{64} \d+$/)
  expect(await renderWith({ PATH: process.env.PATH, FONTCONFIG_FILE })).toBe(here)
  // Bright pixels show that there is text.
  expect(Number(here.split(' ')[1])).toBeGreaterThan(4_000)
})

const script = `
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { renderPng } from '#platform/images/render.server.ts'
const { drawProfile } = await import(process.cwd() + '/app/features/share-images/draw.ts')
const { shareFonts } = await import(process.cwd() + '/app/features/share-images/fonts.server.ts')
const name = { text: 'Ünlü 月夜 Hương 🔥 علی', fallback: '' }
const figures = [{ value: '7', label: 'points' }]
const layout = { kind: 'profile', siteName: 'Dojo', name, rank: 'Master Ninja', colour: '#D4AF37', figures }
const drawing = drawProfile(layout, 'data:,', await shareFonts([name.text]))
if (drawing.includes('<text')) throw new Error('text that depends on system fonts')
const png = await renderPng(drawing)
const pixels = await sharp(png).greyscale().extract({ left: 420, top: 160, width: 500, height: 300 }).raw().toBuffer()
const bright = pixels.filter((value) => value > 150).length
process.stdout.write(createHash('sha256').update(png).digest('hex') + ' ' + bright)`

async function renderWith(env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  })
  return stdout
}
