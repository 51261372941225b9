import { catalogue, type StyleName } from './catalogue.ts'
import { type PaletteName, palettes } from './palettes.ts'
import { seeded } from '../../db/demo/random.ts'
import type { Size } from './svg.ts'

/** The sizes pictures are drawn in, and the width of the file that is kept. */
export const shapes = {
  wide: { size: { width: 1200, height: 750 }, kept: 960 },
  tall: { size: { width: 900, height: 1125 }, kept: 720 },
  square: { size: { width: 960, height: 960 }, kept: 768 },
} as const satisfies Record<string, { size: Size; kept: number }>

export type ShapeName = keyof typeof shapes

/** An SVG document; the same arguments always give the same one. */
export function draw(style: StyleName, palette: PaletteName, shape: ShapeName, seed: string): string {
  return catalogue[style](seeded(seed), palettes[palette], shapes[shape].size)
}
