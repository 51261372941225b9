/** A point of an outline in font units, y upwards; between two points off the curve lies one on it. */
export interface Point {
  x: number
  y: number
  onCurve: boolean
}

/** Another glyph of the font, moved and stretched, as part of this one. */
export interface Part {
  glyph: number
  /** x' = xx x + yx y + dx, y' = xy x + yy y + dy. */
  matrix: { xx: number; xy: number; yx: number; yy: number; dx: number; dy: number }
}

export interface Outline {
  contours: Point[][]
  parts: Part[]
}

export const emptyOutline: Outline = { contours: [], parts: [] }

// A part is hardly ever made of parts again; a font that goes in circles ends here.
const deepest = 6

/** The contours of a glyph with those of its parts. */
export function contoursOf(outlines: (glyph: number) => Outline, glyph: number, depth = 0): Point[][] {
  const { contours, parts } = outlines(glyph)
  if (depth === deepest) return contours
  const moved = parts.flatMap(({ glyph: part, matrix }) =>
    contoursOf(outlines, part, depth + 1).map((contour) => contour.map((point) => move(point, matrix))),
  )
  return [...contours, ...moved]
}

/** The contours as data of an SVG path: `x`, `y` is the glyph's origin, `scale` the length of a font unit. */
export function pathData(contours: Point[][], x: number, y: number, scale: number): string {
  const at = (point: Omit<Point, 'onCurve'>) => `${short(x + point.x * scale)} ${short(y - point.y * scale)}`
  return contours.map((contour) => contourData(contour, at)).join('')
}

function contourData(contour: Point[], at: (point: Omit<Point, 'onCurve'>) => string): string {
  const [first] = contour
  const last = contour.at(-1)
  if (!first || !last) return ''
  const start = first.onCurve ? first : last.onCurve ? last : middle(last, first)
  let data = `M${at(start)}`
  let control: Point | null = null
  for (const point of [...contour.slice(first.onCurve ? 1 : 0), { ...start, onCurve: true }]) {
    if (point.onCurve) {
      data += control ? `Q${at(control)} ${at(point)}` : `L${at(point)}`
      control = null
      continue
    }
    if (control) data += `Q${at(control)} ${at(middle(control, point))}`
    control = point
  }
  return `${data}Z`
}

function middle(one: Point, other: Point) {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

function move({ x, y, onCurve }: Point, { xx, xy, yx, yy, dx, dy }: Part['matrix']): Point {
  return { x: xx * x + yx * y + dx, y: xy * x + yy * y + dy, onCurve }
}

function short(value: number): number {
  return Math.round(value * 100) / 100
}
