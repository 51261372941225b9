import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isDisplayName,
  isNameChanged,
  normaliseDisplayName,
  withoutJoiners,
} from '#domain/members/display-name.ts'
import { generatedDisplayName, randomAvatarPreset, randomDisplayName } from '#domain/members/rules.ts'
import { generatedKinds, generatedNinjas, nameAdjectives, nameNouns } from './rules.ts'

const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('a new member', () => {
  it('is named from 22 adjectives and 23 nouns, all different', () => {
    expect(new Set(nameAdjectives).size).toBe(22)
    expect(new Set(nameNouns).size).toBe(23)
  })

  it('gets the first words and 0, or the last words and 999, at the limits of the random source', () => {
    expect(randomDisplayName(() => 0)).toBe(`${nameAdjectives[0]} ${nameNouns[0]} 0`)
    expect(randomDisplayName(() => 1 - Number.EPSILON)).toBe(
      `${nameAdjectives.at(-1)} ${nameNouns.at(-1)} 999`,
    )
  })

  it('always gets a valid name and one of five avatars', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fraction), (stream) => {
        const random = () => stream.next().value as number
        const name = randomDisplayName(random)
        expect(isDisplayName(name)).toBe(true)
        expect(Number(name.split(' ')[2])).toBeLessThan(1_000)
        expect([1, 2, 3, 4, 5]).toContain(randomAvatarPreset(random))
      }),
    )
  })
})

describe('a generated name', () => {
  it('is made of 29 words and 28 ninjas, all different', () => {
    expect(generatedKinds).toHaveLength(29)
    expect(generatedNinjas).toHaveLength(28)
    expect(new Set([...generatedKinds, ...generatedNinjas]).size).toBe(57)
  })

  it('takes the first or the last words at the limits of the random source', () => {
    expect(generatedDisplayName(() => 0)).toBe(`${generatedKinds[0]} ${generatedNinjas[0]}`)
    expect(generatedDisplayName(() => 1 - Number.EPSILON)).toBe(
      `${generatedKinds.at(-1)} ${generatedNinjas.at(-1)}`,
    )
  })

  it('is always valid', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fraction), (stream) => {
        const name = generatedDisplayName(() => stream.next().value as number)
        expect(isDisplayName(name)).toBe(true)
      }),
    )
  })
})

describe('a display name', () => {
  it.each([
    ['  Silent   Koi  ', 'Silent Koi'],
    ['Silent\tKoi\n7', 'Silent Koi 7'],
    ['Silent\u00a0\u3000Koi', 'Silent Koi'],
    ['Sil\u200bent\u200d Ko\ufeffi', 'Silent Koi'],
    ['\u202eSilent\u2066 Koi', 'Silent Koi'],
    ['Silent\u0000 Koi\u0007', 'Silent Koi'],
    ['Silent\u2800Koi', 'Silent Koi'],
    ['\u3164\u115f\uffa0', ''],
    ['\u2800 \u200b', ''],
    ['Silent Koi', 'Silent Koi'],
    ['Cafe\u0301', 'Café'],
    ['Silent \u0301Koi \u00b4', 'Silent Koi'],
    ['静かな鯉', '静かな鯉'],
    ['Ninja \ud800', 'Ninja'],
    ['🥷 Ninja', '🥷 Ninja'],
    ['Silent\u2028Koi', 'Silent Koi'],
    ['Silent\u0085Koi', 'Silent Koi'],
    ['👩\u200d🎨 Ana', '👩\u200d🎨 Ana'],
    ['👨🏽\u200d🦰 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3', '👨🏽\u200d🦰 ❤\ufe0f\u200d🔥 1\ufe0f\u20e3'],
    ['🏳\ufe0f\u200d🌈 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏳\ufe0f\u200d🌈 🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['क्\u200dष क्\u200c ष', 'क्\u200dष क्\u200c ष'],
    ['ශ්\u200dරී', 'ශ්\u200dරී'],
    ['অর\u200d্যা', 'অর\u200d্যা'],
    ['അവന്\u200d', 'അവന്\u200d'],
    ['葛\u{e0100}城', '葛\u{e0100}城'],
    ['A\u200dn\u200ca\ufe0f 🎨\u200d', 'Ana 🎨'],
    ['\u200dAna \u200d🎨 1\ufe0f', 'Ana 🎨 1'],
    ['علی\u200c \u200cرضا\u200c', 'علی رضا'],
    ['علی\u200c\u200cرضا', 'علیرضا'],
    ['Kо\u200dt 静\ufe0fか', 'Kоt 静か'],
    ['Ana\u{e0067}\u{e007f}', 'Ana'],
    ['\u1820\u200c\u180b', '\u1820'],
  ])('is normalised: %j', (raw, expected) => {
    expect(normaliseDisplayName(raw)).toBe(expected)
  })

  it('of letters, joiners and marks is stable once normalised', () => {
    const unit = fc.constantFrom(
      ...'aعر्कර👩🎨🏴🏽\u{e0067}\u{e007f}\u200c\u200d\ufe0f\u00ad\ufeff\u2800 ́1⃣葛\u1820\u180b',
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (raw) => {
        const name = normaliseDisplayName(raw)
        expect(normaliseDisplayName(name)).toBe(name)
        expect(withoutJoiners(name)).toBe(withoutJoiners(raw))
      }),
      { numRuns: 3_000 },
    )
  })

  it.each([
    ['  Silent  Koi\n', false],
    ['Cafe\u0301', false],
    ['علی\u200cرضا', false],
    ['Ａna', true],
    ['An\u200da', true],
    ['Ana \u0301', true],
  ])('says whether it was changed: %j', (raw, isChanged) => {
    expect(isNameChanged(raw)).toBe(isChanged)
  })

  it('has 1 to 50 characters, counted in code points', () => {
    expect(['', 'a', '🥷'.repeat(50), '🥷'.repeat(51)].map(isDisplayName)).toEqual([false, true, true, false])
    expect(isDisplayName(' a')).toBe(false)
  })

  it('is stable once normalised', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (raw) => {
        const name = normaliseDisplayName(raw)
        expect(normaliseDisplayName(name)).toBe(name)
        expect(name).toBe(name.trim())
        expect(name).not.toMatch(/[[\p{Cc}\p{Cf}]--[\u200c\u200d\u{e0061}-\u{e007f}]]/v)
      }),
      { numRuns: 500 },
    )
  })
})
