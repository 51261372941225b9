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

const fonts = await shareFonts()
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

  it('is replaced if the fonts lack most of its letters, and single unknown characters are dropped', () => {
    const draw = (text: string) => drawProfile(profileLayout({ text, fallback: 'Master Ninja' }), '', fonts)
    for (const text of ['Последний фонарь', 'مسابقة الفوانيس', '🥷🔥', '']) {
      expect(draw(text)).toBe(draw('Master Ninja'))
    }
    expect(draw('Night 🥷 Fox 👨‍👩‍👧‍👦')).toBe(draw('Night Fox'))
    expect(draw('Night Fox')).not.toBe(draw('Master Ninja'))
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
const name = { text: 'Ünlü 月夜 Lantern', fallback: '' }
const figures = [{ value: '7', label: 'points' }]
const layout = { kind: 'profile', siteName: 'Dojo', name, rank: 'Master Ninja', colour: '#D4AF37', figures }
const drawing = drawProfile(layout, 'data:,', await shareFonts())
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
