// Renders the icons and the default share image from their drawings: node scripts/icons.mjs
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const publicFolder = new URL('../public/', import.meta.url)
const at = (name) => fileURLToPath(new URL(name, publicFolder))

const icons = [
  { from: 'favicon.svg', to: 'favicon.ico', edge: 32, as: inIco },
  { from: 'icon.svg', to: 'apple-touch-icon.png', edge: 180 },
  { from: 'icon.svg', to: 'icon-192.png', edge: 192 },
  { from: 'icon.svg', to: 'icon-512.png', edge: 512 },
]

for (const { from, to, edge, as = (png) => png } of icons) {
  const png = await sharp(await readFile(at(from)), { density: 72 * 16 })
    .resize(edge, edge)
    .png({ compressionLevel: 9 })
    .toBuffer()
  await writeFile(at(to), as(png, edge))
  console.log(to)
}

function inIco(png, edge) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2) // an icon
  head.writeUInt16LE(1, 4) // one image
  head.writeUInt8(edge, 6)
  head.writeUInt8(edge, 7)
  head.writeUInt16LE(1, 10) // planes
  head.writeUInt16LE(32, 12) // bits a pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18)
  return Buffer.concat([head, png])
}

await sharp(await readFile(at('pictures/share.svg')))
  .resize(1200, 630)
  .png({ palette: true, quality: 90, effort: 10 })
  .toFile(at('pictures/share.png'))
console.log('pictures/share.png')
