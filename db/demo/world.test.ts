import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DAY, KINDS, needsContentUrl, TYPES } from '#domain/challenges/rules.ts'
import { contentLink, findEmbed } from '#domain/media/embeds.ts'
import { isDisplayName } from '#domain/members/display-name.ts'
import { avatarPresets, longestBio } from '#domain/members/rules.ts'
import { SUBMISSION_LIMITS } from '#domain/submissions/rules.ts'
import { demoAccounts } from './accounts.ts'
import { sizeOf } from './images.server.ts'
import { timeline } from './timeline.ts'
import { readWorld } from './world.server.ts'

const folder = import.meta.dirname
const world = readWorld(folder)
const { members, challenges, laterChallenges } = world
const allChallenges = [...challenges, ...laterChallenges]
const submissions = challenges.flatMap(({ kind, submissions }) =>
  submissions.map((submission) => ({ ...submission, kind })),
)
const joined = new Map(members.map((member) => [member.name, member.joined * DAY]))

function repeated(list: readonly string[]): string[] {
  return list.filter((item, index) => list.indexOf(item) !== index)
}

describe('members', () => {
  it('are sixty, with unique names and valid bios', () => {
    expect(members).toHaveLength(60)
    expect(repeated(members.map(({ name }) => name.toLowerCase()))).toEqual([])
    for (const { name, bio, avatar } of members) {
      expect(isDisplayName(name), name).toBe(true)
      expect(bio.length).toBeLessThanOrEqual(longestBio)
      expect(avatar).toBeGreaterThanOrEqual(1)
      expect(avatar).toBeLessThanOrEqual(avatarPresets)
    }
  })

  it('offer one newcomer, one member and one administrator to sign in as', () => {
    expect(demoAccounts.map(({ name }) => name)).toEqual([
      'Quiet Lantern 1',
      'Swift Ember 640',
      'Keeper of the Gate',
    ])
    expect(members.slice(0, 3).map(({ login }) => login)).toEqual(['newcomer', 'member', 'administrator'])
  })
})

describe('challenges', () => {
  it('cover every kind and type', () => {
    expect(new Set(challenges.map(({ kind }) => kind))).toEqual(new Set(KINDS))
    expect(new Set(challenges.map(({ type }) => type))).toEqual(new Set(TYPES))
    expect(new Set(laterChallenges.map(({ type }) => type))).toEqual(new Set(TYPES))
    expect(challenges.length).toBeGreaterThanOrEqual(16)
  })

  it('have unique titles and valid texts', () => {
    expect(repeated(allChallenges.map(({ title }) => title))).toEqual([])
    for (const { title, description, requirements } of allChallenges) {
      expect(title.length).toBeLessThanOrEqual(120)
      expect(description.length).toBeGreaterThan(60)
      expect(requirements.length).toBeGreaterThan(1)
    }
  })
})

describe('submissions', () => {
  it('are at least 260, with unique titles and valid texts', () => {
    expect(submissions.length).toBeGreaterThanOrEqual(260)
    expect(repeated(submissions.map(({ title }) => title.toLowerCase()))).toEqual([])
    expect(repeated(submissions.map(({ description }) => description))).toEqual([])
    for (const { title, description, process, prompt, tools } of submissions) {
      expect(title.length).toBeLessThanOrEqual(SUBMISSION_LIMITS.title)
      expect(description.length).toBeLessThanOrEqual(SUBMISSION_LIMITS.description)
      expect(process?.length ?? 1).toBeLessThanOrEqual(SUBMISSION_LIMITS.creationProcess)
      expect(prompt?.length ?? 1).toBeLessThanOrEqual(SUBMISSION_LIMITS.prompt)
      expect(tools.length).toBeGreaterThanOrEqual(1)
      expect(tools.length).toBeLessThanOrEqual(SUBMISSION_LIMITS.tools)
      expect(repeated(tools)).toEqual([])
    }
  })

  it('have unique process texts, and some have none', () => {
    const texts = submissions.flatMap(({ process }) => process ?? [])
    expect(texts.length).toBeLessThan(submissions.length)
    expect(repeated(texts)).toEqual([])
  })

  it('have unique prompts in challenges of every kind', () => {
    const prompts = submissions.flatMap(({ prompt }) => prompt ?? [])
    expect(prompts.length).toBeGreaterThanOrEqual(30)
    expect(repeated(prompts)).toEqual([])
    expect(new Set(submissions.flatMap(({ kind, prompt }) => (prompt ? kind : [])))).toEqual(new Set(KINDS))
  })

  it('have valid links if the kind needs one, and every embed provider occurs', () => {
    const links = submissions.flatMap(({ link }) => link ?? [])
    for (const { kind, link } of submissions) if (needsContentUrl(kind)) expect(link).not.toBeNull()
    expect(links.every((link) => contentLink(link) !== null)).toBe(true)
    const providers = new Set(links.map((link) => findEmbed(link)?.provider ?? 'other'))
    expect(providers).toEqual(new Set(['YouTube', 'Vimeo', 'SoundCloud', 'other']))
  })

  it('are made and voted for by members who have joined', () => {
    for (const event of timeline(world)) {
      if (event.type === 'submit')
        expect(joined.get(event.submission.member), event.submission.title).toBeLessThan(event.at)
      if (event.type === 'vote')
        expect(joined.get(event.voter), event.submission.title).toBeLessThan(event.at)
    }
  })
})

describe('images', () => {
  const files = readdirSync(join(folder, 'pictures')).toSorted()

  function stored(size: 'pictures' | 'previews', file: string) {
    return sizeOf(readFileSync(join(folder, size, file)))
  }

  it('exist for every submission and challenge in both stored sizes, without unused files', () => {
    expect([...allChallenges, ...submissions].map(({ image }) => image).toSorted()).toEqual(files)
    expect(readdirSync(join(folder, 'previews')).toSorted()).toEqual(files)
    for (const file of files) {
      const { width, height } = stored('pictures', file)
      expect([file, width > 480 && width <= 960]).toEqual([file, true])
      const preview = stored('previews', file)
      expect([file, preview]).toEqual([file, { width: 480, height: Math.round((height * 480) / width) }])
    }
  })

  it('are wide for challenges, and about a third each landscape, square and portrait for submissions', () => {
    for (const { image } of allChallenges)
      expect(stored('pictures', image)).toEqual({ width: 960, height: 540 })
    const counts = { landscape: 0, square: 0, portrait: 0 }
    for (const { image } of submissions) {
      const { width, height } = stored('pictures', image)
      counts[width > height ? 'landscape' : width < height ? 'portrait' : 'square']++
    }
    for (const count of Object.values(counts)) {
      expect(count / submissions.length).toBeGreaterThan(0.3)
      expect(count / submissions.length).toBeLessThan(0.37)
    }
  })

  it('are less than 8.5 MB in total', () => {
    const bytes = files.reduce((sum, file) => sum + statSync(join(folder, 'pictures', file)).size, 0)
    expect(bytes).toBeLessThan(8_500_000)
  })
})
