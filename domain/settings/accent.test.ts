import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accentStyles, accentTones, contrast, LEAST_CONTRAST, leastContrast, SURFACES } from './accent.ts'
import { readSection } from './form.server.ts'
import type { LockedSettings } from './rules.ts'

const tokens = readFileSync('app/styles/tokens.css', 'utf8')

function token(name: string): string[] {
  const value = new RegExp(`--color-${name}: ([^;]+);`).exec(tokens)?.[1] ?? ''
  return value.match(/#[0-9a-f]{6}/g) ?? []
}

it('knows the surfaces of both themes', () => {
  const surfaces = ['ground', 'ground-2', 'panel', 'panel-2'].map(token)
  expect(surfaces.map(([light]) => light)).toEqual(SURFACES.light)
  expect(surfaces.map(([, dark]) => dark)).toEqual(SURFACES.dark)
  expect(token('on-go')).toEqual([SURFACES.onFill])
})

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#0000ff', '#ffffff', 8.59],
  ])('of %s and %s is %f', (one, other, ratio) => {
    expect(contrast(one, other)).toBeCloseTo(ratio, 2)
    expect(contrast(other, one)).toBe(contrast(one, other))
  })
})

it('gives each accent colour that is taken enough contrast in both themes (ADM-115)', () => {
  const colour = fc
    .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 })))
    .map((channels) => `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`)
    .filter((accent) => leastContrast(accent) >= LEAST_CONTRAST)
  fc.assert(
    fc.property(colour, (accent) => {
      const { light, dark } = accentTones(accent)
      for (const surface of SURFACES.light)
        expect(contrast(light.text, surface)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
      for (const surface of SURFACES.dark) {
        expect(contrast(dark.text, surface)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
        // A button stands out from what is behind it.
        expect(contrast(dark.fill, surface)).toBeGreaterThanOrEqual(3)
      }
      for (const { fill, lift } of [light, dark])
        for (const under of [fill, lift])
          expect(contrast(under, SURFACES.onFill)).toBeGreaterThanOrEqual(LEAST_CONTRAST)
    }),
  )
})

describe('the form', () => {
  const read = (accent: string) => {
    const fields = new FormData()
    fields.set('accent', accent)
    fields.set('logo', '')
    fields.set('dates', 'en-US')
    return readSection('look', fields, {} as LockedSettings)
  }

  it('takes a colour with enough contrast, or none', () => {
    expect(read(' #1F5FA8 ')).toMatchObject({ ok: true, values: { accent: '#1f5fa8' } })
    expect(read('')).toMatchObject({ ok: true, values: { accent: '' } })
  })

  it('refuses a colour that is too light with its contrast, and what is no colour', () => {
    expect(read('#e8492c')).toEqual({
      ok: false,
      errors: {
        accent:
          'This colour has a contrast of 3.1:1 to the page, and 4.5:1 is needed. Please choose a darker one',
      },
    })
    for (const other of ['red', '#fff', '#12345g', '#123456;}', 'url(x)', 'x'.repeat(20_000)])
      expect(read(other)).toMatchObject({ ok: false, errors: { accent: expect.stringContaining('#1f5fa8') } })
  })
})

it('is a stylesheet of colours alone', () => {
  expect(accentStyles('#1f5fa8')).toMatch(
    /^:root\{(--color-go(-\w+)?:light-dark\(#[0-9a-f]{6}, #[0-9a-f]{6}\);?){4}\}\n$/,
  )
})
