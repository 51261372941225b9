import { describe, expect, it } from 'vitest'
import { catalogue, type StyleName } from './catalogue.ts'
import { lightness } from './colour.ts'
import { draw, shapes } from './draw.ts'
import { palettes } from './palettes.ts'
import { seeded } from '../../db/demo/random.ts'

const styles = Object.keys(catalogue) as StyleName[]

describe('drawing', () => {
  it.each(styles)('%s gives the same picture for the same seed, another for another', (style) => {
    const first = draw(style, 'harbour', '16:9', 'a')
    expect(draw(style, 'harbour', '16:9', 'a')).toBe(first)
    expect(draw(style, 'harbour', '16:9', 'b')).not.toBe(first)
    expect(draw(style, 'apricot', '16:9', 'a')).not.toBe(first)
  })

  it.each(styles)('%s draws no text, nothing from outside and nothing undefined, in every shape', (style) => {
    for (const shape of ['16:9', '3:2', '1:1', '3:4', '2:3', '9:16'] as const) {
      const svg = draw(style, 'washi', shape, 'shape')
      expect(svg).toContain(`viewBox="0 0 ${shapes[shape].size.width} ${shapes[shape].size.height}"`)
      expect(svg).not.toMatch(/NaN|undefined|Infinity|<text|<image|href/)
    }
  })
})

it('mixes palettes that can be told apart: ink stands out against ground', () => {
  for (const { ground, ink, mood } of Object.values(palettes)) {
    const contrast = lightness(ink) - lightness(ground)
    expect(mood === 'night' ? contrast : -contrast).toBeGreaterThan(0.3)
  }
})

describe('the seeded source', () => {
  it('repeats itself', () => {
    const row = (seed: string) => Array.from({ length: 20 }, seeded(seed).next)
    expect(row('koi')).toEqual(row('koi'))
    expect(row('koi')).not.toEqual(row('heron'))
  })

  it('stays within its ranges', () => {
    const random = seeded('ranges')
    for (let round = 0; round < 500; round++) {
      expect([1, 2, 3]).toContain(random.int(1, 3))
      expect(random.range(-2, 2)).toBeGreaterThanOrEqual(-2)
    }
    expect(random.shuffle([1, 2, 3, 4]).toSorted()).toEqual([1, 2, 3, 4])
  })
})
