import type { StyleName } from './catalogue.ts'
import type { ShapeName } from './draw.ts'

/** A third of the pictures of members each is landscape, square and portrait. */
const shares: Record<ShapeName, number> = { '16:9': 1.5, '3:2': 1.5, '1:1': 3, '3:4': 1, '2:3': 1, '9:16': 1 }
const wide: ShapeName[] = ['16:9', '3:2']
const broad: ShapeName[] = [...wide, '1:1']
const usual: ShapeName[] = [...broad, '3:4']
const high: ShapeName[] = [...usual, '2:3']

/** The ratios that a style fills without an empty or cut part; a style that is missing here fills all. */
const suited: Partial<Record<StyleName, readonly ShapeName[]>> = {
  whales: wide,
  arches: broad,
  gates: broad,
  isotown: broad,
  monsters: usual,
  planets: usual,
  phyllotaxis: usual,
  rings: broad,
  robots: usual,
  rosette: usual,
  soundrings: usual,
  stairs: usual,
  starmap: usual,
  stilllife: usual,
  enso: high,
  lanterns: high,
}
const all = Object.keys(shares) as ShapeName[]

/** Assigns each picture of a member a ratio that suits its style, mixed within each challenge. */
export function ratios(challenges: readonly (readonly { style: StyleName; seed: string }[])[]): Map<string, ShapeName> {
  const found = new Map<string, ShapeName>()
  const used = counter()
  for (const pictures of challenges) {
    const here = counter()
    const fewestChoices = pictures.toSorted((a, b) => choices(a.style).length - choices(b.style).length)
    for (const { style, seed } of fewestChoices) {
      const cost = (shape: ShapeName) => ((used.get(shape) ?? 0) + 3 * (here.get(shape) ?? 0)) / shares[shape]
      const shape = choices(style).toSorted((a, b) => cost(a) - cost(b))[0] ?? '3:2'
      for (const counts of [used, here]) counts.set(shape, (counts.get(shape) ?? 0) + 1)
      found.set(seed, shape)
    }
  }
  return found
}

function choices(style: StyleName): readonly ShapeName[] {
  return suited[style] ?? all
}

function counter(): Map<ShapeName, number> {
  return new Map(all.map((shape) => [shape, 0]))
}
