import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import * as challengePage from '#app/features/challenges/show.tsx'
import { roomPath } from '#app/parts/paths.ts'
import { addToShortlist } from '#domain/ballot/shortlist.server.ts'
import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member, Viewer } from '#domain/members/rules.ts'
import { mySubmission } from '#domain/submissions/queries.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { requestContext } from '#test/request-context.ts'
import * as gallery from '../gallery/gallery.tsx'
import * as comparison from './compare.tsx'
import * as entrance from './enter.tsx'
import { loadRoom } from './room.server.ts'
import { comparePath } from './room-params.ts'
import * as room from './voting-room.tsx'
import { readWalk } from './walk.server.ts'

const { db } = await testDatabase()
/** The route always redirects. */
const entrancePage = { ...entrance, default: () => null }
const authors = await makeMembers(db, 4)
const [author, voter] = [authors[0] as Member, await makeMember(db)]
const secret = await makeChallenge(db, { showVotes: false, title: 'Night market' })
const shown = await makeChallenge(db)
const own = await makeSubmission(db, author, secret, { creationProcess: 'Forty tries.' })
for (const member of authors.slice(1)) await makeSubmission(db, member, secret)
const [first, second] = [
  await makeSubmission(db, author, shown, { title: 'First' }),
  await makeSubmission(db, authors[1] as Member, shown, { title: 'Second' }),
]

function open(id: string, submissionId: string, { viewer = null as Viewer, query = '', on = db } = {}) {
  const params = { id, submissionId }
  return openPage(on, room, `/challenges/${id}/voting-room/${submissionId}${query}`, { params, viewer })
}

/** Opens the address of a submission in the room, with its query. */
function follow(address: string | null, viewer: Viewer = null) {
  const { pathname, search } = new URL(address ?? '', 'http://localhost')
  const [id = '', submissionId = ''] = pathname.match(/[\da-f-]{36}/g) ?? []
  return open(id, submissionId, { viewer, query: search })
}

function enter(id: string, { viewer = null as Viewer, query = '', on = db } = {}) {
  return openPage(on, entrancePage, `/challenges/${id}/voting-room${query}`, { params: { id }, viewer })
}

describe('outside of voting', () => {
  it('leads through the gallery, without a vote and a shortlist', async () => {
    const { location } = await enter(shown, { viewer: voter, query: '?list=shortlist' })
    expect(location).toBe(roomPath(shown, first))
    for (const viewer of [null, voter]) {
      const { html, text } = await open(shown, first, { viewer })
      expect(text).toContain('Entry 1 of 2')
      expect(linkIn(html, 'next')).toBe(roomPath(shown, second))
      expect(html).toContain(`href="/challenges/${shown}/submissions/${first}"`)
      expect(html).not.toContain('<form')
      expect(text).not.toMatch(/Seen|Sign in to Vote|\d votes?\b/)
    }
    expect((await enter(secret)).location).toMatch(new RegExp(`^/challenges/${secret}/voting-room/[^?]+$`))
  })

  it('shows code without a picture as code, in the room and on its card', async () => {
    const challenge = await makeChallenge(db, { kind: 'code' })
    const description = 'A clock.\n\n```js\nconst tick = () => 1\n```\n'
    const id = await makeSubmission(db, author, challenge, { description })
    const { html } = await open(challenge, id)
    expect(html).toContain('aria-label="Code: ')
    const cards = await openPage(db, gallery, `/challenges/${challenge}/submissions`, {
      params: { id: challenge },
    })
    for (const page of [html, cards.html]) {
      expect(page).toContain('const tick = () =&gt; 1')
      expect(page).not.toContain('default-submission.svg')
    }
    expect(cards.html).not.toContain('```')
  })

  it('redirects to the gallery without submissions, and to the page of one that is not in it', async () => {
    expect((await enter(newId())).status).toBe(404)
    expect((await open(secret, newId())).text).toContain('Submission Not Found')
    expect((await open('x', own)).status).toBe(404)
    const empty = await makeChallenge(db)
    expect((await enter(empty)).location).toBe(`/challenges/${empty}/submissions`)
    const rejected = await makeSubmission(db, author, empty)
    await db.rows(sql`update submissions set status = 'rejected' where id = ${rejected}`)
    const mine = await open(empty, rejected, { viewer: author })
    expect(mine.location).toBe(`/challenges/${empty}/submissions/${rejected}`)
    expect((await open(empty, rejected)).status).toBe(404)
  })

  it('shows places and votes of a completed challenge, and which one was voted for', async () => {
    const finished = await makeChallenge(db)
    const winner = await makeSubmission(db, author, finished)
    const loser = await makeSubmission(db, authors[1] as Member, finished)
    await openVoting(db, finished)
    await castVote(db, as(voter), finished, winner)
    await completeChallenge(db, as(await makeAdmin(db)), finished)
    expect((await enter(finished)).location).toBe(roomPath(finished, winner))
    const won = await open(finished, winner, { viewer: voter })
    expect(won.text).toMatch(/1st 1 vote/)
    expect(won.text).toContain(VOTING_MESSAGES.voted)
    expect(won.html).not.toContain('<form')
    expect((await open(finished, loser, { viewer: voter })).text).not.toContain('0 votes')
  })
})

// SUB-86
describe('from a gallery of many challenges', () => {
  it('leads through that gallery and back to it, also between challenges', async () => {
    const [maker, admin] = [await makeMember(db), await makeAdmin(db)]
    const works: string[] = []
    const challenges: string[] = []
    for (const title of ['Oldest', 'Middle', 'Newest']) {
      const challenge = await makeChallenge(db)
      works.push(await makeSubmission(db, maker, challenge, { title, tools: ['Grain'] }))
      challenges.push(challenge)
      await openVoting(db, challenge)
      await castVote(db, as(voter), challenge, works.at(-1) ?? '')
      await completeChallenge(db, as(admin), challenge)
    }
    const galleries = [
      ['list=member', `/profile/${maker.id}/submissions`],
      ['list=all&tool=grain', '/challenges/submissions?tool=grain'],
      ['list=winners', '/showcase'],
    ] as const
    for (const [query, address] of galleries) {
      const { html } = await open(challenges[1] ?? '', works[1] ?? '', { query: `?${query}` })
      expect(linkIn(html, 'prev'), query).toBe(
        `/challenges/${challenges[2]}/voting-room/${works[2]}?${query.replace('&', '&amp;')}`,
      )
      expect(linkIn(html, 'next'), query).toBe(
        `/challenges/${challenges[0]}/voting-room/${works[0]}?${query.replace('&', '&amp;')}`,
      )
      expect(html, query).toContain(`href="${address}"`)
      expect(html, query).not.toMatch(/Entry \d/)
    }
    const oldest = await open(challenges[0] ?? '', works[0] ?? '', { query: '?list=member&sort=oldest' })
    expect(linkIn(oldest.html, 'next')).toContain(`${works[1]}?list=member&amp;sort=oldest`)
    expect(oldest.html).toMatch(/<a [^>]*rel="prev"[^>]*aria-disabled="true"/)
  })

  it('shows members their own rejected submission, and others none', async () => {
    const [maker, challenge] = [await makeMember(db), await makeChallenge(db)]
    const rejected = await makeSubmission(db, maker, challenge)
    await db.rows(sql`update submissions set status = 'rejected' where id = ${rejected}`)
    const query = '?list=member'
    expect((await open(challenge, rejected, { viewer: maker, query })).text).toContain(
      'This is your submission',
    )
    expect((await open(challenge, rejected, { viewer: voter, query })).status).toBe(404)
  })
})

describe('while voting is open', () => {
  beforeAll(async () => {
    await openVoting(db, secret)
    await openVoting(db, shown)
  })

  it('is reached from the challenge and from the gallery', async () => {
    for (const page of [challengePage, gallery]) {
      const { html } = await openPage(db, page, `/challenges/${secret}`, { params: { id: secret } })
      expect(html).toMatch(new RegExp(`href="/challenges/${secret}/voting-room"[^>]*>Start voting`))
    }
  })

  it('links the submissions from the first to the last and back', async () => {
    const { location } = await enter(secret, { viewer: voter })
    const visited: string[] = []
    let path = location
    while (path) {
      visited.push(path)
      expect(path).toMatch(/\?order=\d+$/)
      const { html, text, status } = await follow(path, voter)
      expect(status).toBe(200)
      expect(text).toContain(`Entry ${visited.length} of 4`)
      expect(linkIn(html, 'prev')).toBe(visited.at(-2) ?? path)
      const next = linkIn(html, 'next')
      path = next === path ? null : (next ?? null)
    }
    expect(new Set(visited).size).toBe(4)
  })

  it('shows a submission in full, and hides votes in a secret ballot', async () => {
    const { text, html } = await open(secret, own, { viewer: voter })
    expect(html).toMatch(/<h1[^>]*><span[^>]*>Static garden<\/span><\/h1>/)
    expect(text).toContain('What the radio grows')
    expect(text).toMatch(/Creation process Forty tries\. .*AI tools used Midjourney/)
    expect(text).not.toMatch(/\d votes?\b/)
    expect((await open(shown, first, { viewer: voter })).text).toContain('0 votes')
  })

  it('has the vote of the page’s state', async () => {
    const path = `/challenges/${shown}/submissions`
    const here = `/challenges/${shown}/voting-room/${first}`
    const visited = await open(shown, first)
    expect(visited.html).toContain(`/login?redirect=${encodeURIComponent(here)}`)
    expect(visited.html).not.toContain('<form')
    const mine = await open(shown, first, { viewer: author })
    expect(mine.text).toContain('This is your submission')
    expect(mine.html).not.toContain('<form')
    const before = await open(shown, first, { viewer: voter })
    expect(before.html).toContain(`action="${path}/${first}/vote"`)
    expect(before.html).toMatch(new RegExp(`name="from" value="${here}\\?order=\\d+"`))
    await castVote(db, as(voter), shown, first)
    const voted = await open(shown, first, { viewer: voter })
    expect(voted.text).toContain(`${VOTING_MESSAGES.voted} Unvote`)
    expect(voted.html).toContain(`action="${path}/${first}/unvote"`)
    const other = await open(shown, second, { viewer: voter })
    expect(other.html).toContain(`action="${path}/${second}/move-vote"`)
    expect(other.html).toContain(`href="${here}?order=`)
  })

  it('counts submissions that were seen, also without scripts, but not those that were only fetched', async () => {
    const viewer = await makeMember(db)
    const ids = await seenBy(viewer)
    expect(ids).toEqual([])
    const context = await requestContext(db, viewer)
    const load = (headers: Record<string, string>) =>
      loadRoom(
        context,
        new Request(`http://localhost:3000/challenges/${secret}/voting-room/${own}`, { headers }),
        {
          id: secret,
          submissionId: own,
        },
      )
    await load({})
    await load({ 'Sec-Fetch-Dest': 'empty' })
    await load({ 'Sec-Fetch-Dest': 'document', 'Sec-Purpose': 'prefetch' })
    expect(await seenBy(viewer)).toEqual([])
    for (let again = 0; again < 2; again++) await load({ 'Sec-Fetch-Dest': 'document' })
    expect(await seenBy(viewer)).toEqual([own])
    const mine = await requestContext(db, author)
    const request = new Request('http://localhost:3000/', { headers: { 'Sec-Fetch-Dest': 'document' } })
    await loadRoom(mine, request, { id: secret, submissionId: own })
    expect(await seenBy(author)).toEqual([])
    const { location } = await enter(secret, { viewer })
    expect((await follow(location, viewer)).text).toMatch(/Seen [12] of 4 Next unseen/)
  })

  it('keeps a shortlist and shows its submissions', async () => {
    const viewer = await makeMember(db)
    const { html, text } = await open(shown, first, { viewer })
    expect(html).toContain(`action="/challenges/${shown}/submissions/${first}/shortlist"`)
    expect(text).toContain('Only you see your shortlist.')
    await addToShortlist(db, as(viewer), shown, second)
    const from = await open(shown, first, { viewer })
    expect(from.text).toContain('Shortlist 1')
    expect(from.html).toContain(`href="/challenges/${shown}/voting-room?list=shortlist&amp;order=`)
    const { location } = await enter(shown, { viewer, query: '?list=shortlist' })
    expect(location).toMatch(
      new RegExp(`^/challenges/${shown}/voting-room/${second}\\?list=shortlist&order=\\d+$`),
    )
    const on = await open(shown, second, { viewer, query: '?list=shortlist' })
    expect(on.text).toContain('Entry 1 of 1')
    expect(on.html).toContain(`action="/challenges/${shown}/submissions/${second}/unshortlist"`)
    expect((await open(shown, first, { viewer, query: '?list=shortlist' })).text).toContain(
      'Removed from your shortlist',
    )
    const empty = await enter(shown, { viewer: author, query: '?list=shortlist' })
    expect(empty.location).toBe(`/challenges/${shown}/voting-room`)
    expect((await open(shown, second)).html).not.toContain('shortlist"')
  })

  it('links the submissions in one order for a visitor', async () => {
    for (const challenge of [secret, shown]) {
      const { location } = await enter(challenge)
      const order = location?.match(/\?order=\d+$/)?.[0]
      expect(order).toBeTruthy()
      expect(linkIn((await follow(location)).html, 'next')?.endsWith(order ?? '')).toBe(true)
    }
  })

  it('redirects a submission that takes no votes to its page', async () => {
    await db.rows(sql`update submissions set status = 'rejected' where id = ${second}`)
    const mine = await open(shown, second, { viewer: authors[1] as Member })
    expect(mine.location).toBe(`/challenges/${shown}/submissions/${second}`)
    expect((await open(shown, second, { viewer: voter })).status).toBe(404)
    await db.rows(sql`update submissions set status = 'pending' where id = ${second}`)
  })

  it('compares two submissions of the shortlist, each with its vote', async () => {
    const [one = '', other = ''] = await Promise.all(
      authors.slice(1).map(async (member) => (await mySubmission(db, as(member), secret))?.id ?? ''),
    )
    const viewer = await makeMember(db)
    const pair = (submissionId: string, otherId: string, by: Viewer = viewer) => {
      const params = { id: secret, submissionId, otherId }
      return openPage(db, comparison, comparePath(secret, submissionId, otherId), { params, viewer: by })
    }
    await addToShortlist(db, as(viewer), secret, one)
    expect((await pair(one, other)).location).toBe(roomPath(secret, one))
    await addToShortlist(db, as(viewer), secret, other)
    const { html } = await pair(one, other)
    for (const id of [one, other])
      expect(html).toContain(`action="/challenges/${secret}/submissions/${id}/vote"`)
    expect(html).toContain(`name="from" value="${comparePath(secret, one, other)}"`)
    expect((await pair(one, one)).location).toBe(roomPath(secret, one))
    expect((await pair(one, other, null)).location).toMatch(new RegExp(`^${roomPath(secret, one)}`))
    expect((await pair(one, newId())).status).toBe(404)
    const room = await open(secret, one, { viewer, query: '?list=shortlist' })
    expect(room.html).toMatch(new RegExp(`href="${roomPath(secret, one)}/compare/[^"]+"[^>]*>Compare`))
  })

  it('loads with at most five statements, and takes no votes from the end of voting', async () => {
    const { db: on, statements } = watched(db)
    await open(secret, own, { viewer: voter, on })
    expect(statements.length).toBeLessThanOrEqual(5)
    await db.rows(sql`update challenges set voting_ends_at = app_now() where id = ${secret}`)
    const over = await open(secret, own, { viewer: voter })
    expect(over.text).toContain('Entry')
    expect(over.html).not.toContain('<form')
    const empty = await makeChallenge(db)
    await openVoting(db, empty)
    expect((await enter(empty)).location).toBe(`/challenges/${empty}/submissions`)
  })
})

it('ignores parameters that it does not know', () => {
  const read = (query: string, signedIn: boolean) => readWalk(new URLSearchParams(query), signedIn)
  const none = { list: null, order: null }
  expect(read('list=none&order=-1', true)).toEqual(none)
  expect(read('list=shortlist&order=12345678901', false)).toEqual(none)
  expect(read('list=shortlist&order=12', true)).toEqual({ list: 'shortlist', order: 12 })
  expect(read('order=12', false)).toEqual({ ...none, order: 12 })
  const all = { list: 'all', kind: null, tool: null, sort: 'newest' }
  expect(read('list=all&order=12&kind=none&tool=%00&sort=best', true)).toEqual(all)
  expect(read('list=all&kind=audio&tool=Suno&sort=votes', false)).toEqual({
    list: 'all',
    kind: 'audio',
    tool: 'suno',
    sort: 'votes',
  })
  expect(roomPath('a', 'b', { list: 'shortlist' })).toBe('/challenges/a/voting-room/b?list=shortlist')
})

function linkIn(html: string, rel: 'next' | 'prev'): string | undefined {
  const link = html.match(new RegExp(`<a [^>]*rel="${rel}"[^>]*>`))?.[0]
  return link?.match(/href="([^"]*)"/)?.[1]
}

async function seenBy({ id }: Member): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select submission_id as id from impressions where user_id = ${id}`,
  )
  return rows.map((row) => row.id)
}
