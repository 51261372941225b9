import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const noFonts = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>'

it('what is drawn is the same on a machine without fonts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-fonts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const FONTCONFIG_FILE = join(folder, 'fonts.conf')
  await writeFile(FONTCONFIG_FILE, noFonts)
  const here = await drawnWith(process.env)
  expect(here).toMatch(/^[0-9a-f]{64} \d+$/)
  expect(await drawnWith({ PATH: process.env.PATH, FONTCONFIG_FILE })).toBe(here)
  // More than the ground: there are letters.
  expect(Number(here.split(' ')[1])).toBeGreaterThan(4_000)
})

const script = `
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { paint } from '#platform/pictures/paint.server.ts'
const { drawPerson } = await import(process.cwd() + '/app/routes/share/draw-person.ts')
const { typefaces } = await import(process.cwd() + '/app/routes/share/typefaces.server.ts')
const name = { text: 'Ünlü 月夜 Lantern', instead: '' }
const sheet = { is: 'person', house: 'Dojo', name, rank: 'Master Ninja', colour: '#D4AF37', figures: [{ value: '7', label: 'points' }] }
const drawing = drawPerson(sheet, 'data:,', await typefaces())
if (drawing.includes('<text')) throw new Error('text that the machine would set')
const png = await paint(drawing)
const pixels = await sharp(png).greyscale().extract({ left: 420, top: 160, width: 500, height: 300 }).raw().toBuffer()
const bright = pixels.filter((value) => value > 150).length
console.log(createHash('sha256').update(png).digest('hex'), bright)`

async function drawnWith(env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env,
  })
  return stdout.trim()
}
