/** The surfaces of each theme on which text in the accent colour stands, and the text on buttons. Those of tokens.css. */
export const SURFACES = {
  light: ['#f5efe2', '#efe7d6', '#fffaf0', '#f4ebd9'],
  dark: ['#0a0d13', '#0e131b', '#131a25', '#1a2331'],
  onFill: '#fffaf0',
} as const

export const LEAST_CONTRAST = 4.5

interface Tones {
  text: string
  fill: string
  /** Of a button under the pointer. */
  lift: string
}

/** The contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/**
 * The least contrast of a colour where the light theme shows it as it is: as text on its surfaces, and under the text of
 * buttons. The dark theme shows lighter tones of it, which always have enough.
 */
export function leastContrast(accent: string): number {
  return Math.min(...[...SURFACES.light, SURFACES.onFill].map((surface) => contrast(accent, surface)))
}

/** The tones of an accent colour in each theme. */
export function accentTones(accent: string): { light: Tones; dark: Tones } {
  const tones = Array.from({ length: 51 }, (_, step) => mixed(accent, 255, step / 50))
  const dark = {
    text:
      tones.find((tone) => SURFACES.dark.every((one) => contrast(tone, one) >= LEAST_CONTRAST)) ?? '#ffffff',
    fill: tones.findLast((tone) => contrast(tone, SURFACES.onFill) >= LEAST_CONTRAST) ?? accent,
  }
  return {
    light: { text: accent, fill: accent, lift: mixed(accent, 0, 0.15) },
    dark: { ...dark, lift: mixed(dark.fill, 0, 0.1) },
  }
}

/** The stylesheet that puts an accent colour in the place of the dojo's own. */
export function accentStyles(accent: string): string {
  const { light, dark } = accentTones(accent)
  const both = (tone: keyof Tones) => `light-dark(${light[tone]}, ${dark[tone]})`
  return `:root{--color-go:${both('text')};--color-go-text:${both('text')};--color-go-fill:${both('fill')};--color-go-lift:${both('lift')}}\n`
}

function mixed(colour: string, towards: 0 | 255, part: number): string {
  const channels = channelsOf(colour).map((value) => Math.round(value + (towards - value) * part))
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function channelsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
