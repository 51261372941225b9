import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acceptsSubmissions, buildPlan } from '#db/demo/timeline/plan.ts'
import { KINDS, needsContentUrl, TYPES } from '#domain/challenges/rules.ts'
import { contentLink, findEmbed } from '#domain/media/embeds.ts'
import { avatarPresets, isDisplayName, longestBio } from '#domain/members/rules.ts'
import { RANKS } from '#domain/points/rules.ts'
import { SUBMISSION_LIMITS } from '#domain/submissions/rules.ts'
import { challenges, freshChallenges } from './challenges.ts'
import { commissions } from './image-list.ts'
import { ninjas } from './ninjas.ts'
import { entries } from './submissions.ts'

const pictures = join(import.meta.dirname, '../pictures')
const hung = readdirSync(pictures)
const every = [...challenges, ...freshChallenges]

function repeated(list: readonly string[]): string[] {
  return list.filter((item, index) => list.indexOf(item) !== index)
}

describe('ninjas', () => {
  it('are sixty, with names that differ and bios that fit', () => {
    expect(ninjas).toHaveLength(60)
    expect(repeated(ninjas.map(({ name }) => name.toLowerCase()))).toEqual([])
    for (const { name, bio, avatarPreset } of ninjas) {
      expect(isDisplayName(name), name).toBe(true)
      expect(bio?.length ?? 1).toBeLessThanOrEqual(longestBio)
      expect(avatarPreset).toBeGreaterThanOrEqual(1)
      expect(avatarPreset).toBeLessThanOrEqual(avatarPresets)
    }
  })

  it('stand on every rank, fewer the higher it is', () => {
    const counts = RANKS.map(({ name }) => ninjas.filter(({ rank }) => rank === name).length)
    expect(counts.every((count) => count > 0)).toBe(true)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  })

  it('have one newcomer, one member and one administrator to sign in as', () => {
    const of = (wanted: string) => ninjas.filter(({ role }) => role === wanted)
    expect(of('member').map(({ name }) => name)).toEqual(['Swift Ember 640'])
    expect(of('newcomer').map(({ rank }) => rank)).toEqual(['Novice Ninja'])
    expect(of('administrator')).toHaveLength(1)
  })
})

describe('challenges', () => {
  it('cover every kind and type', () => {
    expect(new Set(challenges.map(({ kind }) => kind))).toEqual(new Set(KINDS))
    expect(new Set(challenges.map(({ type }) => type))).toEqual(new Set(TYPES))
    expect(new Set(freshChallenges.map(({ type }) => type))).toEqual(new Set(TYPES))
    expect(challenges.length).toBeGreaterThanOrEqual(16)
  })

  it('have titles that differ and words that fit', () => {
    expect(repeated(every.map(({ title }) => title))).toEqual([])
    for (const { title, description, requirements } of every) {
      expect(title.length).toBeLessThanOrEqual(120)
      expect(description.length).toBeGreaterThan(60)
      expect(requirements.split('\n').length).toBeGreaterThan(1)
    }
  })

  it('have entries exactly where the plan lets members enter', () => {
    const plans = buildPlan(challenges.map(({ type }) => type))
    const entered = challenges.map((_, index) => entries.some(({ challenge }) => challenge === index))
    expect(entered).toEqual(plans.map(acceptsSubmissions))
  })
})

describe('entries', () => {
  it('are more than 260, with titles that differ and words that fit', () => {
    expect(entries.length).toBeGreaterThanOrEqual(260)
    expect(repeated(entries.map(({ title }) => title.toLowerCase()))).toEqual([])
    expect(repeated(entries.map(({ description }) => description))).toEqual([])
    for (const { title, description, creationProcess, tools } of entries) {
      expect(title.length).toBeLessThanOrEqual(SUBMISSION_LIMITS.title)
      expect(description.length).toBeLessThanOrEqual(SUBMISSION_LIMITS.description)
      expect(creationProcess?.length ?? 1).toBeLessThanOrEqual(SUBMISSION_LIMITS.creationProcess)
      expect(creationProcess ?? '').not.toMatch(/[{}]/)
      expect(tools.length).toBeGreaterThanOrEqual(1)
      expect(tools.length).toBeLessThanOrEqual(SUBMISSION_LIMITS.tools)
      expect(repeated(tools)).toEqual([])
    }
  })

  it('tell of many different ways to work, and a few keep silent', () => {
    const told = entries.flatMap(({ creationProcess }) => creationProcess ?? [])
    expect(told.length).toBeLessThan(entries.length)
    expect(repeated(told)).toEqual([])
  })

  it('link to their work where the kind asks for it, mostly to players of every service', () => {
    const links = entries.flatMap(({ contentUrl }) => contentUrl ?? [])
    for (const { kind, contentUrl } of entries) if (needsContentUrl(kind)) expect(contentUrl).not.toBeNull()
    expect(links.every((link) => contentLink(link) !== null)).toBe(true)
    const providers = new Set(links.map((link) => findEmbed(link)?.provider ?? 'other'))
    expect(providers).toEqual(new Set(['YouTube', 'Vimeo', 'SoundCloud', 'other']))
  })

  it('match their challenge in kind', () => {
    for (const { kind, challenge } of entries) expect(challenges[challenge]?.kind).toBe(kind)
  })
})

describe('pictures', () => {
  it('are drawn for every entry and challenge, and no others are kept', () => {
    const named = [...every, ...entries].map(({ picture }) => picture)
    expect(repeated(named)).toEqual([])
    expect(named.toSorted()).toEqual(hung.toSorted())
    expect(commissions.map(({ file }) => file).toSorted()).toEqual(hung.toSorted())
  })

  it('are never alike: no style and palette serve two entries of one challenge', () => {
    const looks = challenges.map((_, index) => {
      const files = entries.filter(({ challenge }) => challenge === index).map(({ picture }) => picture)
      return commissions.filter(({ file }) => files.includes(file)).map(({ look }) => look)
    })
    expect(looks.flatMap(repeated)).toEqual([])
  })

  it('weigh less than 8 MB together', () => {
    const bytes = hung.reduce((sum, file) => sum + statSync(join(pictures, file)).size, 0)
    expect(bytes).toBeLessThan(8_000_000)
  })
})
