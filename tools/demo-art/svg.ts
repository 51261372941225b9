export type Point = readonly [number, number]
export type Attributes = Record<string, string | number>
export interface Size {
  width: number
  height: number
}

/** A whole drawing. `defs` holds gradients, clips and filters named by the drawing. */
export function drawing(size: Size, body: readonly string[], defs: readonly string[] = []): string {
  const { width, height } = size
  const attributes = `xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"`
  return `<svg ${attributes} width="${width}" height="${height}"><defs>${defs.join('')}</defs>${body.join('')}</svg>`
}

export function tag(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${figure(value)}"`)
  return `<${name}${written.join('')}>${children.join('')}</${name}>`
}

export function circle(cx: number, cy: number, r: number, attributes: Attributes): string {
  return tag('circle', { cx, cy, r, ...attributes })
}

export function ellipse(cx: number, cy: number, rx: number, ry: number, attributes: Attributes): string {
  return tag('ellipse', { cx, cy, rx, ry, ...attributes })
}

export function rect(x: number, y: number, width: number, height: number, attributes: Attributes): string {
  return tag('rect', { x, y, width, height, ...attributes })
}

export function fill(size: Size, paint: string): string {
  return rect(0, 0, size.width, size.height, { fill: paint })
}

export function group(attributes: Attributes, children: readonly string[]): string {
  return tag('g', attributes, children)
}

export function path(d: string, attributes: Attributes): string {
  return tag('path', { d, ...attributes })
}

export function polygon(points: readonly Point[], attributes: Attributes): string {
  return path(`${line(points)}Z`, attributes)
}

/** Attributes of a drawn line without filling. */
export function stroke(colour: string, width: number, more: Attributes = {}): Attributes {
  const round = { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
  return { fill: 'none', stroke: colour, 'stroke-width': width, ...round, ...more }
}

/** Straight lines through the points. */
export function line(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${figure(x)} ${figure(y)}`).join('')
}

/** A smooth curve through the points (Catmull-Rom), or round through all of them when closed. */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length
  const at = (index: number): Point => {
    const place = closed ? (index + count) % count : Math.min(Math.max(index, 0), count - 1)
    return points[place] ?? [0, 0]
  }
  const parts = [`M${pair(at(0))}`]
  for (let index = 0; index < (closed ? count : count - 1); index++) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    const leave: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const arrive: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    parts.push(`C${pair(leave)} ${pair(arrive)} ${pair(to)}`)
  }
  return closed ? `${parts.join('')}Z` : parts.join('')
}

export interface Stop {
  at: number
  colour: string
  opacity?: number
}

/** A straight gradient over the box of whatever it paints; the default runs from top to bottom. */
export function gradient(id: string, stops: readonly Stop[], [x2, y2]: Point = [0, 1]): string {
  return tag('linearGradient', { id, x1: 0, y1: 0, x2: `${x2}`, y2: `${y2}` }, stops.map(stop))
}

/** A round gradient from the middle of the box outwards. */
export function glow(id: string, stops: readonly Stop[]): string {
  return tag('radialGradient', { id }, stops.map(stop))
}

export function blur(id: string, deviation: number): string {
  const box = { id, x: '-50%', y: '-50%', width: '200%', height: '200%' }
  return tag('filter', box, [tag('feGaussianBlur', { stdDeviation: deviation })])
}

export function paint(id: string): string {
  return `url(#${id})`
}

function stop({ at, colour, opacity = 1 }: Stop): string {
  return tag('stop', { offset: `${at}`, 'stop-color': colour, 'stop-opacity': `${opacity}` })
}

function pair([x, y]: Point): string {
  return `${figure(x)} ${figure(y)}`
}

// A tenth of a unit is finer than any pixel it becomes; opacities keep two places more.
function figure(value: string | number): string | number {
  if (typeof value === 'string') return value
  return Math.abs(value) < 1 ? Math.round(value * 1000) / 1000 : Math.round(value * 10) / 10
}
