import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { acceptsSubmissions, buildPlan } from '#db/demo/timeline/timeline.ts'
import { KINDS, needsContentUrl, TYPES } from '#domain/challenges/rules.ts'
import { contentLink, findEmbed } from '#domain/media/embeds.ts'
import { avatarPresets, isDisplayName, longestBio } from '#domain/members/rules.ts'
import { RANKS } from '#domain/points/rules.ts'
import { SUBMISSION_LIMITS } from '#domain/submissions/rules.ts'
import { challenges, freshChallenges } from './challenges.ts'
import { commissions } from './image-list.ts'
import { ninjas } from './ninjas.ts'
import { submissions } from './submissions.ts'

const folder = join(import.meta.dirname, '../pictures')
const files = readdirSync(folder)
const allChallenges = [...challenges, ...freshChallenges]

function repeated(list: readonly string[]): string[] {
  return list.filter((item, index) => list.indexOf(item) !== index)
}

describe('ninjas', () => {
  it('are sixty, with unique names and valid bios', () => {
    expect(ninjas).toHaveLength(60)
    expect(repeated(ninjas.map(({ name }) => name.toLowerCase()))).toEqual([])
    for (const { name, bio, avatarPreset } of ninjas) {
      expect(isDisplayName(name), name).toBe(true)
      expect(bio?.length ?? 1).toBeLessThanOrEqual(longestBio)
      expect(avatarPreset).toBeGreaterThanOrEqual(1)
      expect(avatarPreset).toBeLessThanOrEqual(avatarPresets)
    }
  })

  it('have allChallenges rank, with fewer on higher ranks', () => {
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
  it('cover allChallenges kind and type', () => {
    expect(new Set(challenges.map(({ kind }) => kind))).toEqual(new Set(KINDS))
    expect(new Set(challenges.map(({ type }) => type))).toEqual(new Set(TYPES))
    expect(new Set(freshChallenges.map(({ type }) => type))).toEqual(new Set(TYPES))
    expect(challenges.length).toBeGreaterThanOrEqual(16)
  })

  it('have unique titles and valid texts', () => {
    expect(repeated(allChallenges.map(({ title }) => title))).toEqual([])
    for (const { title, description, requirements } of allChallenges) {
      expect(title.length).toBeLessThanOrEqual(120)
      expect(description.length).toBeGreaterThan(60)
      expect(requirements.split('\n').length).toBeGreaterThan(1)
    }
  })

  it('have submissions exactly where the plan accepts them', () => {
    const plans = buildPlan(challenges.map(({ type }) => type))
    const hasSubmissions = challenges.map((_, index) =>
      submissions.some(({ challenge }) => challenge === index),
    )
    expect(hasSubmissions).toEqual(plans.map(acceptsSubmissions))
  })
})

describe('submissions', () => {
  it('are at least 260, with unique titles and valid texts', () => {
    expect(submissions.length).toBeGreaterThanOrEqual(260)
    expect(repeated(submissions.map(({ title }) => title.toLowerCase()))).toEqual([])
    expect(repeated(submissions.map(({ description }) => description))).toEqual([])
    for (const { title, description, creationProcess, tools } of submissions) {
      expect(title.length).toBeLessThanOrEqual(SUBMISSION_LIMITS.title)
      expect(description.length).toBeLessThanOrEqual(SUBMISSION_LIMITS.description)
      expect(creationProcess?.length ?? 1).toBeLessThanOrEqual(SUBMISSION_LIMITS.creationProcess)
      expect(creationProcess ?? '').not.toMatch(/[{}]/)
      expect(tools.length).toBeGreaterThanOrEqual(1)
      expect(tools.length).toBeLessThanOrEqual(SUBMISSION_LIMITS.tools)
      expect(repeated(tools)).toEqual([])
    }
  })

  it('have unique process texts, and some have none', () => {
    const texts = submissions.flatMap(({ creationProcess }) => creationProcess ?? [])
    expect(texts.length).toBeLessThan(submissions.length)
    expect(repeated(texts)).toEqual([])
  })

  it('have valid links if the kind needs one, and allChallenges embed provider occurs', () => {
    const links = submissions.flatMap(({ contentUrl }) => contentUrl ?? [])
    for (const { kind, contentUrl } of submissions)
      if (needsContentUrl(kind)) expect(contentUrl).not.toBeNull()
    expect(links.every((link) => contentLink(link) !== null)).toBe(true)
    const providers = new Set(links.map((link) => findEmbed(link)?.provider ?? 'other'))
    expect(providers).toEqual(new Set(['YouTube', 'Vimeo', 'SoundCloud', 'other']))
  })

  it('have the kind of their challenge', () => {
    for (const { kind, challenge } of submissions) expect(challenges[challenge]?.kind).toBe(kind)
  })
})

describe('images', () => {
  it('exist for allChallenges submission and challenge, without unused files', () => {
    const images = [...allChallenges, ...submissions].map(({ image }) => image)
    expect(repeated(images)).toEqual([])
    expect(images.toSorted()).toEqual(files.toSorted())
    expect(commissions.map(({ file }) => file).toSorted()).toEqual(files.toSorted())
  })

  it('do not repeat style and palette within a challenge', () => {
    const looks = challenges.map((_, index) => {
      const files = submissions.filter(({ challenge }) => challenge === index).map(({ image }) => image)
      return commissions.filter(({ file }) => files.includes(file)).map(({ look }) => look)
    })
    expect(looks.flatMap(repeated)).toEqual([])
  })

  it('are less than 8 MB in total', () => {
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0)
    expect(bytes).toBeLessThan(8_000_000)
  })
})
