import { catalogue, type StyleName } from './catalogue.ts'
import { type PaletteName, palettes } from './palettes.ts'
import { seeded } from '../../db/demo/random.ts'
import type { Size } from './svg.ts'

/** The size that a picture is drawn in, by its ratio, and the width of the file. */
export const shapes = {
  '16:9': { size: { width: 1200, height: 675 }, width: 960 },
  '3:2': { size: { width: 1200, height: 800 }, width: 960 },
  '1:1': { size: { width: 960, height: 960 }, width: 960 },
  '3:4': { size: { width: 900, height: 1200 }, width: 900 },
  '2:3': { size: { width: 840, height: 1260 }, width: 800 },
  '9:16': { size: { width: 720, height: 1280 }, width: 720 },
} as const satisfies Record<string, { size: Size; width: number }>

export type ShapeName = keyof typeof shapes

/** An SVG document; the same arguments always give the same one. */
export function draw(style: StyleName, palette: PaletteName, shape: ShapeName, seed: string): string {
  return catalogue[style](seeded(seed), palettes[palette], shapes[shape].size)
}
