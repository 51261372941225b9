import { parse, validate } from 'fast-xml-parser'
import { parseFeed } from 'feedsmith'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { loader as challenges } from './challenges.ts'
import { loader as member } from './member-submissions.ts'
import { loader as results } from './results.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)

type Loader = (args: never) => Promise<Response>

async function load(loader: unknown, params: Record<string, string> = {}, env: NodeJS.ProcessEnv = {}) {
  const args = { request: new Request(origin), params, context: await requestContext(db, null, env) }
  return (loader as Loader)(args as never).catch((thrown: Response) => thrown)
}

interface Entry {
  id: string
  title: { '#text': string; '@_type': string }
  updated: string
  published: string
  link: { '@_href': string }
  summary: { '#text': string; '@_type': string }
  author?: { name: string; uri?: string }
}

/** The feed by a parser that is not the generator's, with what RFC 4287 requires. */
async function feedOf(response: Response) {
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('application/atom+xml; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=300')
  const xml = await response.text()
  expect(validate(xml)).toBe(true)
  const options = { ignoreAttributes: false, attributeNamePrefix: '@_', parseNodeValue: false }
  const { feed } = parse(xml, options)
  expect(feed['@_xmlns']).toBe('http://www.w3.org/2005/Atom')
  expect(feed.id).toMatch(/^http:\/\/localhost:3000\/.*\.atom$/)
  expect(feed.title).not.toBe('')
  expect(feed.author.name).toBe('Creative Dojo')
  expect(feed.link).toContainEqual({ '@_rel': 'self', '@_href': feed.id })
  expect(xml).not.toContain('<email>')
  const entries: Entry[] = [feed.entry ?? []].flat()
  const asReader = parseFeed(xml)
  if (asReader.format !== 'atom') throw new Error(`a feed reader takes it for ${asReader.format}`)
  expect(asReader.feed.entries?.map(({ id }) => id) ?? []).toEqual(entries.map(({ id }) => id))
  for (const one of [feed, ...entries]) expect(new Date(one.updated).toISOString()).toBe(one.updated)
  for (const entry of entries) {
    expect(entry.id).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
    expect(entry.link['@_href']).toMatch(/^http:\/\/localhost:3000\/challenges\//)
    expect([entry.title['@_type'], entry.summary['@_type']]).toEqual(['html', 'html'])
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  return { feed, entries, xml, titles: entries.map(({ title }) => title['#text']) }
}

it('empty feeds are valid and do not change', async () => {
  const first = await feedOf(await load(challenges))
  expect(first.entries).toEqual([])
  expect((await feedOf(await load(challenges))).xml).toBe(first.xml)
  expect((await feedOf(await load(results))).entries).toEqual([])
})

describe('the feed of challenges', () => {
  it('has public ones, newest first, with their dates and escaped texts', async () => {
    const title = '<b>R&D</b> ]]> &lt; \u0007ünïcode 🥷'
    const startDate = new Date('2027-01-02T03:04:00Z')
    const id = await makeChallenge(db, {
      title,
      status: 'upcoming',
      startDate,
      deadline: new Date('2027-02-03T00:00:00Z'),
    })
    await makeChallenge(db, { title: 'Draft', status: 'draft' })
    await makeChallenge(db, { title: 'Older', createdAt: daysFromNow(-3) })
    const { entries, titles, xml } = await feedOf(await load(challenges))
    expect(titles).toEqual(['&lt;b&gt;R&amp;D&lt;/b&gt; ]]&gt; &amp;lt; ünïcode 🥷', 'Older'])
    expect(entries[0]).toMatchObject({
      id: `urn:uuid:${id}`,
      link: { '@_href': `${origin}/challenges/${id}` },
    })
    expect(entries[0]?.summary['#text']).toBe(
      '<p>Weekly, Image. Opens January 2, 2027 at 3:04\u00a0AM UTC. Deadline: February 3, 2027 at 12:00\u00a0AM UTC.</p><p dir="auto">Make one thing.</p>',
    )
    expect(xml).not.toContain('Draft')
    const [opened] = ['2027-01-02T03:04:05.678Z']
    await db.rows(sql`update challenges set status = 'active', activated_at = ${opened} where id = ${id}`)
    const [later] = (await feedOf(await load(challenges))).entries
    expect([later?.id, later?.updated]).toEqual([`urn:uuid:${id}`, opened])
  })

  it('moves with the title, the text and the dates of an entry', async () => {
    const id = await makeChallenge(db, { title: 'Moved', createdAt: daysFromNow(0.1) })
    const updatedOf = async () => {
      const { feed, entries } = await feedOf(await load(challenges))
      return [feed.updated, entries.find((entry) => entry.id === `urn:uuid:${id}`)?.updated]
    }
    let last = await updatedOf()
    for (const change of [
      sql`title = 'Moved again'`,
      sql`description = 'Another text.'`,
      sql`deadline = deadline + interval '1 day'`,
      sql`voting_closes_at = deadline + interval '9 days'`,
    ]) {
      await db.rows(
        sql`update challenges set created_at = app_now() - interval '1 hour', content_changed_at = null where id = ${id}`,
      )
      await db.rows(sql`update challenges set ${change} where id = ${id}`)
      const now = await updatedOf()
      expect(now[1]).not.toBe(last[1])
      expect(now[0]).toBe([...now].sort().at(-1))
      last = now
    }
    await db.rows(sql`delete from challenges where id = ${id}`)
  })

  it('has the newest 50', async () => {
    for (let n = 0; n < 51; n++)
      await makeChallenge(db, { title: `Many ${n}`, createdAt: daysFromNow(n + 1) })
    const { titles } = await feedOf(await load(challenges))
    expect(titles.length).toBe(50)
    expect([titles[0], titles[49]]).toEqual(['Many 50', 'Many 1'])
  })
})

describe('the feed of results', () => {
  it('has completed challenges with a winner', async () => {
    const author = await makeMember(db, { displayName: 'Tom & "Anna" &amp;' })
    const [won, tied, running] = [
      await makeChallenge(db, { title: 'Won' }),
      await makeChallenge(db, { title: 'No votes' }),
      await makeChallenge(db, { title: 'Running' }),
    ]
    for (const id of [won, tied, running]) {
      await makeSubmission(db, author, id, { title: `<i>Mine</i>` })
      await openVoting(db, id)
    }
    const [submission] = await db.rows<{ id: string }>(
      sql`select id from submissions where challenge_id = ${won}`,
    )
    await castVote(db, as(admin), won, submission?.id ?? '')
    for (const id of [won, tied]) await completeChallenge(db, as(admin), id)
    const { entries, titles } = await feedOf(await load(results))
    expect(titles).toEqual(['Won: Tom &amp; &quot;Anna&quot; &amp;amp; won'])
    expect(entries[0]?.link['@_href']).toBe(`${origin}/challenges/${won}/results`)
    expect(entries[0]?.author).toEqual({
      name: 'Tom &amp; "Anna" &amp;amp;',
      uri: `${origin}/profile/${author.id}`,
    })
    expect(entries[0]?.summary['#text']).toContain(
      '<bdi>&lt;i&gt;Mine&lt;/i&gt;</bdi></a> by <bdi>Tom &amp; &quot;Anna&quot; &amp;amp;</bdi> won with 1 vote.',
    )
    await db.rows(sql`
      update users set deleted_at = app_now(), email = null, display_name = 'Anonymous Ninja', rank = 'Novice Ninja' where id = ${author.id}`)
    const deleted = await feedOf(await load(results))
    expect(deleted.entries[0]?.author).toEqual({ name: 'Anonymous Ninja' })
    expect(deleted.xml).not.toContain(author.id)
  })
})

it('the feed of results keeps titles and names from right to left apart from what happened', async () => {
  const author = await makeMember(db, { displayName: 'נינג׳ה!' })
  const { challenge: id, submission } = await makeBallot(db, { author, title: 'אתגר!' })
  await castVote(db, as(admin), id, submission)
  await completeChallenge(db, as(admin), id)
  expect((await feedOf(await load(results))).titles[0]).toBe('\u2068אתגר!\u2069: \u2068נינג׳ה!\u2069 won')
})

describe('the feed of a member', () => {
  let author: Member

  beforeAll(async () => {
    author = await makeMember(db, { displayName: 'Feed Author' })
  })

  it('has what a visitor may see', async () => {
    const [open, hidden, draft, judged] = [
      await makeChallenge(db, { title: 'Open' }),
      await makeChallenge(db, { showSubmissions: false }),
      await makeChallenge(db, {}),
      await makeChallenge(db, {}),
    ]
    const shown = await makeSubmission(db, author, open, { title: 'Shown', description: 'One.\n\nTwo <3' })
    await makeSubmission(db, author, hidden, { title: 'Hidden' })
    await makeSubmission(db, author, draft, { title: 'Of a draft' })
    const rejected = await makeSubmission(db, author, judged, { title: 'Rejected' })
    await rejectSubmission(db, as(admin), rejected, 'No')
    await db.rows(sql`update challenges set status = 'draft' where id = ${draft}`)
    const params = { userId: author.id }
    const { entries, titles, feed, xml } = await feedOf(await load(member, params))
    expect(feed.title).toBe('Submissions by Feed Author')
    expect(titles).toEqual(['Shown'])
    expect(xml).not.toMatch(/Hidden|Of a draft|Rejected|example\.org/)
    expect(entries[0]).toMatchObject({
      id: `urn:uuid:${shown}`,
      link: { '@_href': `${origin}/challenges/${open}/submissions/${shown}` },
      author: { name: 'Feed Author', uri: `${origin}/profile/${author.id}` },
    })
    expect(entries[0]?.summary['#text']).toBe(
      '<p>Image, for <bdi>Open</bdi>.</p><p dir="auto">One.</p><p dir="auto">Two &lt;3</p>',
    )
    await db.rows(sql`update challenges set deadline = app_now() where id = ${hidden}`)
    expect((await feedOf(await load(member, params))).titles).toEqual(['Hidden', 'Shown'])

    const before = { MODERATION: 'before' }
    expect((await feedOf(await load(member, params, before))).titles).toEqual([])
    await approveSubmission(db, as(admin, 'before'), shown)
    expect((await feedOf(await load(member, params, before))).titles).toEqual(['Shown'])
  })

  it('is not found for unknown and deleted members', async () => {
    await db.rows(sql`
      update users set deleted_at = app_now(), email = null, display_name = 'Anonymous Ninja', rank = 'Novice Ninja' where id = ${author.id}`)
    const capitals = (await makeMember(db)).id.toUpperCase()
    for (const userId of [author.id, capitals, 'self', 'x', '00000000-0000-7000-8000-000000000000'])
      expect((await load(member, { userId })).status).toBe(404)
  })
})
