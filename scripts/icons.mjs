// Makes the PNG icons and the default sharing picture from their drawings: node scripts/icons.mjs
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const publicFolder = new URL('../public/', import.meta.url)
const at = (name) => fileURLToPath(new URL(name, publicFolder))

const icons = [
  { from: 'favicon.svg', to: 'favicon-32.png', edge: 32 },
  { from: 'icon.svg', to: 'apple-touch-icon.png', edge: 180 },
  { from: 'icon.svg', to: 'icon-192.png', edge: 192 },
  { from: 'icon.svg', to: 'icon-512.png', edge: 512 },
]

for (const { from, to, edge } of icons) {
  await sharp(await readFile(at(from)), { density: 72 * 16 })
    .resize(edge, edge)
    .png({ compressionLevel: 9 })
    .toFile(at(to))
  console.log(to)
}

await sharp(await readFile(at('pictures/share.svg')))
  .resize(1200, 630)
  .png({ palette: true, quality: 90, effort: 10 })
  .toFile(at('pictures/share.png'))
console.log('pictures/share.png')
