// Draws the images of the demo data into db/demo/pictures, and small ones into previews: node tools/demo-art/draw-images.ts [part of a file name ...]
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type CreateRaw } from 'sharp'
import { type Commission, commissions } from '#db/demo/world/image-list.ts'
import { catalogue, type StyleName } from './catalogue.ts'
import { draw, type ShapeName, shapes } from './draw.ts'
import { type PaletteName, palettes } from './palettes.ts'
import { ratios } from './ratios.ts'
import { written } from '#db/demo/world/challenges.ts'

const [folder, previews] = ['pictures', 'previews'].map((name) => join(import.meta.dirname, '../../db/demo', name)) as [string, string]
/** Busy pictures are saved with a lower quality until they fit, in bytes. */
const fits = 33_000
const previewWidth = 480
const qualities = [84, 78, 72, 66, 60, 54, 48, 42, 36]

const shapeOf = ratios(
  written.map(({ submissions }) =>
    submissions.map(({ title, look }) => ({ style: look.split(' ')[0] as StyleName, seed: title })),
  ),
)

sharp.concurrency(2)
for (const each of [folder, previews]) {
  await mkdir(each, { recursive: true })
  await removeForgotten(each)
}
const wanted = process.argv.slice(2)
const chosen = commissions.filter(
  ({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
)
let total = 0
for (const commission of chosen) {
  const bytes = await picture(commission)
  const small = await preview(bytes)
  await writeFile(join(folder, commission.file), bytes)
  await writeFile(join(previews, commission.file), small)
  total += bytes.length + small.length
}
console.log(`${chosen.length} pictures, ${Math.round(total / 1000)} kB`)

async function removeForgotten(folder: string): Promise<void> {
  const known = new Set(commissions.map(({ file }) => file))
  for (const file of await readdir(folder)) if (!known.has(file)) await rm(join(folder, file))
}

function preview(bytes: Buffer): Promise<Buffer> {
  return sharp(bytes).resize(previewWidth).webp({ quality: 72, effort: 6, smartSubsample: true }).toBuffer()
}

async function picture({ look, seed }: Commission): Promise<Buffer> {
  const [style, palette] = look.split(' ') as [StyleName, PaletteName]
  if (!(style in catalogue && palette in palettes)) throw new Error(`Unknown look: ${look}`)
  // Pictures of challenges have the ratio of their frames.
  const shape: ShapeName = shapeOf.get(seed) ?? '16:9'
  const { size, width } = shapes[shape]
  // Drawn at twice the size that is kept, so that thin lines stay clean.
  const density = (72 * width * 2) / size.width
  const drawn = sharp(Buffer.from(draw(style, palette, shape, seed)), { density })
    .resize({ width, height: Math.round((width * size.height) / size.width), fit: 'fill' })
    .flatten()
  const { data, info } = await drawn.raw().toBuffer({ resolveWithObject: true })
  return smallEnough(data, { width: info.width, height: info.height, channels: info.channels })
}

async function smallEnough(data: Buffer, raw: CreateRaw): Promise<Buffer> {
  let bytes = data
  for (const quality of qualities) {
    bytes = await sharp(data, { raw }).webp({ quality, effort: 5, smartSubsample: true }).toBuffer()
    if (bytes.length <= fits) break
  }
  return bytes
}
