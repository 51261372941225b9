import { rm } from 'node:fs/promises'
import type pg from 'pg'
import sql from 'sql-template-tag'
import { setRole } from '#domain/people/administrators.server.ts'
import { startSession } from '#domain/sessions/sessions.server.ts'
import { castVote, moveVote, withdrawVote } from '#domain/voting/commands.server.ts'
import { openDatabase } from '#platform/database/database.server.ts'
import { as, makeChallenge, makeMember, makeMembers, makeSubmission, openVoting } from '#test/builders.ts'
import { createTestDatabase, dropTestDatabase } from '#test/postgres.ts'
import { phone } from './pages.ts'
import { memberOf, signIn } from './sign-in.ts'
import { makeDataDir, postgresVariable, startServer } from './site.ts'
import { expect, test } from './test.ts'

const rounds = 12

/** Visitors get another order of the submissions every five minutes, and dates change with one of these periods. */
function currentPeriod(): number {
  return Math.floor(Date.now() / 300_000)
}

test('a thousand polls of two processes show nothing of the votes of a secret ballot', async ({ check }) => {
  const server: pg.ClientConfig = JSON.parse(process.env[postgresVariable] ?? '')
  // Polls in which the period changes are repeated.
  test.slow()
  const connection = await createTestDatabase(server, 'secret_ballot')
  const db = openDatabase({ connection, poolSize: 2 })
  const [author, rival, ...voters] = await makeMembers(db, 14)
  const [voter, admin, bystander] = [await makeMember(db), await makeMember(db), await makeMember(db)]
  if (!author || !rival) throw new Error('members are missing')
  await setRole(db, admin.id, 'administrator')
  const challenge = await makeChallenge(db, { showVotes: false })
  const submissions = [
    await makeSubmission(db, author, challenge),
    await makeSubmission(db, rival, challenge),
  ] as const
  await openVoting(db, challenge)
  await castVote(db, as(voter), challenge, submissions[1])
  const dataDir = await makeDataDir()
  const site = await startServer(connection, dataDir, { WEB_CONCURRENCY: '2' })
  const path = `/challenges/${challenge}`
  const pages = [
    ...['/', '/challenges', '/challenges/voting', '/challenges/submissions?sort=votes', '/leaderboard'],
    ...[path, `${path}.data`, `${path}/submissions`, `${path}/submissions.data`],
    ...submissions.flatMap((id) => [`${path}/submissions/${id}`, `${path}/submissions/${id}.data`]),
    ...submissions.flatMap((id) => [
      `${path}/voting-room/${id}?order=1`,
      `${path}/voting-room/${id}.data?order=1`,
    ]),
    ...[author, rival, ...voters.slice(0, 1)].map(({ id }) => `/profile/${id}`),
    `/profile/${author.id}/share.png`,
    `/profile/${author.id}/share-story.png`,
    `${path}/submissions/${submissions[0]}/share-story.png`,
    ...[`${path}/share.png`, `${path}/submissions/${submissions[0]}/share.png`, '/sitemap.xml'],
  ]
  const forAdmin = [
    ...['', '/submissions', '/challenges', '/leaderboard', '/audit'].map((area) => `/admin${area}`),
    ...['/admin/exports/challenges.csv', '/admin/exports/members.csv'],
    ...['/admin/exports/entries.csv', `/admin/exports/entries.csv?challenge=${challenge}`],
    ...['steps/complete', 'steps/extend', 'edit'].map((action) => `/admin/challenges/${challenge}/${action}`),
    ...['', '/hold', '/view'].map((action) => `/admin/integrity/${challenge}${action}`),
    '/admin/integrity',
    ...voters.slice(0, 3).map(({ id }) => `/admin/leaderboard/${id}/suspend`),
    ...['approve', 'reject', 'delete'].map((action) => `/admin/submissions/${submissions[0]}/${action}`),
  ]
  const viewers = [
    { name: 'visitor', cookie: '', pages },
    { name: 'author', cookie: `session=${await startSession(db, author.id)}`, pages },
    {
      name: 'voter',
      cookie: `session=${await startSession(db, voter.id)}`,
      pages: [...pages, '/profile/points'],
    },
    { name: 'bystander', cookie: `session=${await startSession(db, bystander.id)}`, pages },
    { name: 'admin', cookie: `session=${await startSession(db, admin.id)}`, pages: [...pages, ...forAdmin] },
  ]
  let polls = 0
  async function poll(): Promise<Map<string, string>> {
    const answers = new Map<string, string>()
    for (const { name, cookie, pages: paths } of viewers) {
      await Promise.all(
        paths.map(async (address) => {
          const response = await fetch(site.origin + address, { headers: { cookie }, redirect: 'manual' })
          check(response.status < 400, `${address} as ${name}: ${response.status}`)
          const headers = [...response.headers].filter(([header]) => !varying.includes(header)).join('\n')
          answers.set(`${address} as ${name}`, withoutTimes(`${headers}\n${await response.text()}`))
          polls += 1
        }),
      )
    }
    return answers
  }

  /** All answers of one period. Others are not counted. */
  async function pollInPeriod(): Promise<{ period: number; answers: Map<string, string> }> {
    const period = currentPeriod()
    const answers = await poll()
    if (currentPeriod() === period) return { period, answers }
    polls -= answers.size
    return pollInPeriod()
  }

  await poll()
  let before = await pollInPeriod()
  for (let round = 0; polls < 1_000; round++) {
    const [first = voter, second = voter] = [voters[round % rounds], voters[(round + 1) % rounds]]
    await castVote(db, as(first), challenge, submissions[0])
    if (round % 3 === 1) await moveVote(db, as(first), challenge, submissions[1])
    if (round % 4 === 2) await withdrawVote(db, as(second), challenge, submissions[0])
    const after = await pollInPeriod()
    if (after.period !== before.period) {
      before = after
      polls -= after.answers.size
    }
    for (const [address, answer] of after.answers) {
      const found = difference(before.answers.get(address) ?? '', answer)
      check(found === '', `${address}: ${found}`)
    }
  }
  const cast = await db.row<{ votes: number }>(sql`select count(*)::int as votes from votes`)
  expect(cast?.votes).toBeGreaterThan(5)
  await site.stop()
  await db.close()
  await dropTestDatabase(server, 'secret_ballot')
  await rm(dataDir, { recursive: true, force: true })
})

const varying = [
  'content-length',
  'date',
  'x-request-id',
  'content-security-policy',
  'etag',
  'set-cookie',
  'last-modified',
  'age',
]

/** What follows the first difference. */
function difference(before: string, after: string): string {
  if (before === after) return ''
  const at = [...before].findIndex((letter, index) => after[index] !== letter)
  return `${before.slice(at - 60, at + 60)} -> ${after.slice(at - 60, at + 60)}`
}

/** Without nonces, and without times of the request. */
function withoutTimes(text: string): string {
  return text
    .replaceAll(/nonce="[^"]*"/g, '')
    .replaceAll(/\b1\d{9}(\d{3})?\b/g, 'time')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/\d+:\d\d\s[AP]M/g, 'time')
    .replaceAll(/\d+(?=(<[^>]+>)+(days?|hours?|minutes?|seconds?)<)/g, 'left')
    .replaceAll(/\d+ (days?|h|hours?|min|minutes?)\b( \d+ min)?/g, 'span')
}

test('a card counts as seen after a second in sight, a page at once', async ({ visitor, db, baseURL }) => {
  const page = await visitor({ baseURL, ...phone })
  const challenge = await makeChallenge(db, { showVotes: false })
  const ids: string[] = []
  for (const member of await makeMembers(db, 6)) ids.push(await makeSubmission(db, member, challenge))
  await openVoting(db, challenge)
  const gallery = `/challenges/${challenge}/submissions`
  await signIn(page, 'ann@example.org', gallery)
  const { id } = await memberOf(db, 'ann@example.org')
  const seen = async () => {
    const rows = await db.rows<{ id: string }>(sql`
      select submission_id as id from impressions where user_id = ${id}`)
    return rows.map((row) => row.id)
  }
  const cards = page.locator('#submissions article')
  await cards.nth(2).evaluate((card) => card.scrollIntoView({ block: 'center' }))
  const link = (await cards.nth(2).getByRole('link').first().getAttribute('href')) ?? ''
  const inSight = new URL(link, page.url()).pathname.split('/').at(-1)
  await expect.poll(seen).toContain(inSight)
  const before = await seen()
  expect(before.length).toBeLessThan(ids.length)
  const opened = ids.find((other) => !before.includes(other)) ?? ''
  await page.goto(`${gallery}/${opened}`)
  await expect.poll(seen).toContain(opened)
})
