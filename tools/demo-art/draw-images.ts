// Draws the images of the demo data into db/demo/pictures: node tools/demo-art/draw-images.ts [part of a file name ...]
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type CreateRaw } from 'sharp'
import { type Commission, commissions } from '#db/demo/world/image-list.ts'
import { catalogue, type StyleName } from './catalogue.ts'
import { draw, type ShapeName, shapes } from './draw.ts'
import { type PaletteName, palettes } from './palettes.ts'

const folder = join(import.meta.dirname, '../../db/demo/pictures')
/** Busy pictures are saved with a lower quality until they fit, in bytes. */
const fits = 36_000
const qualities = [84, 78, 72, 66, 60, 54, 48, 42, 36]

sharp.concurrency(2)
await mkdir(folder, { recursive: true })
await removeForgotten()
const wanted = process.argv.slice(2)
const chosen = commissions.filter(
  ({ file }) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
)
let total = 0
for (const commission of chosen) {
  const bytes = await picture(commission)
  await writeFile(join(folder, commission.file), bytes)
  total += bytes.length
}
console.log(`${chosen.length} pictures, ${Math.round(total / 1000)} kB`)

async function removeForgotten(): Promise<void> {
  const known = new Set(commissions.map(({ file }) => file))
  for (const file of await readdir(folder)) if (!known.has(file)) await rm(join(folder, file))
}

async function picture({ look, seed }: Commission): Promise<Buffer> {
  const [style, palette, shape = 'wide'] = look.split(' ') as [StyleName, PaletteName, ShapeName?]
  if (!(style in catalogue && palette in palettes && shape in shapes)) throw new Error(`Unknown look: ${look}`)
  const { size, kept } = shapes[shape]
  // Drawn at twice the size that is kept, so that thin lines stay clean.
  const density = (72 * kept * 2) / size.width
  const drawn = sharp(Buffer.from(draw(style, palette, shape, seed)), { density })
    .resize(kept)
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
