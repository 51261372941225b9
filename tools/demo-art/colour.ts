type Lab = readonly [number, number, number]

/** Between two colours (`#rrggbb`), evenly to the eye: 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [toLab(first), toLab(second)]
  return toHex([at(a[0], b[0], share), at(a[1], b[1], share), at(a[2], b[2], share)])
}

export function lighter(colour: string, share: number): string {
  return mix(colour, '#ffffff', share)
}

export function darker(colour: string, share: number): string {
  return mix(colour, '#000000', share)
}

/** Along a row of colours: 0 is the first, 1 the last. */
export function along(colours: readonly string[], share: number): string {
  const place = Math.min(Math.max(share, 0), 1) * (colours.length - 1)
  const index = Math.min(Math.floor(place), colours.length - 2)
  return mix(colours[index] ?? '#000000', colours[index + 1] ?? '#000000', place - index)
}

/** How light a colour is to the eye, from 0 to 1. */
export function lightness(colour: string): number {
  return toLab(colour)[0]
}

function at(a: number, b: number, share: number): number {
  return a + (b - a) * share
}

function toLab(hex: string): Lab {
  const [r, g, b] = [1, 3, 5].map((start) => linear(Number.parseInt(hex.slice(start, start + 2), 16) / 255))
  return labOf(r ?? 0, g ?? 0, b ?? 0)
}

function labOf(r: number, g: number, b: number): Lab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

function toHex([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const parts = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${parts
    .map((part) =>
      Math.round(gamma(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function gamma(value: number): number {
  const clipped = Math.min(Math.max(value, 0), 1)
  return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * clipped ** (1 / 2.4) - 0.055
}
