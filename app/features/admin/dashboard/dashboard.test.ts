import sql from 'sql-template-tag'
import { beforeAll, describe, expect, it } from 'vitest'
import { castVote } from '#domain/voting/commands.server.ts'
import {
  as,
  daysFromNow,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as challenges from '../challenges/list.tsx'
import * as leaderboard from '../members/list.tsx'
import * as submissions from '../submissions/list.tsx'
import * as dashboard from './dashboard.tsx'

const { db } = await testDatabase()
const { db: empty } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true, displayName: 'Keeper' })
const keeper = await makeMember(empty, { isAdmin: true })
let [voting, secret, submission] = ['', '', '']

beforeAll(async () => {
  voting = await makeChallenge(db, { title: 'Lanterns', deadline: daysFromNow(1) })
  secret = await makeChallenge(db, { title: 'Secret garden', deadline: daysFromNow(1), showVotes: false })
  await makeChallenge(db, { title: 'A draft of mine', status: 'draft', createdAt: daysFromNow(1) })
  for (const challenge of [secret, voting]) {
    const displayName = challenge === voting ? 'Paper Fox' : 'Paper Owl'
    const author = await makeMember(db, { displayName })
    submission = await makeSubmission(db, author, challenge, {
      title: `Made for ${challenge === voting ? 'light' : 'night'}`,
    })
    await openVoting(db, challenge)
    for (const voter of await makeMembers(db, 2)) await castVote(db, as(voter), challenge, submission)
  }
})

function open(path = '/admin', broken?: RegExp) {
  return openPage(watched(db, broken).db, dashboard, path, { viewer: admin })
}

describe('the dashboard', () => {
  it('shows its counts and their growth', async () => {
    const { text } = await open()
    expect(text).toMatch(/Create New Challenge/)
    expect(text).toMatch(/Total Users 7 \+7 in the last 7 days/)
    expect(text).toMatch(/Total Submissions 2 \+2 in the last 7 days/)
    expect(text).toMatch(/Pending Submissions 2 To approve or reject/)
    expect(text).toMatch(/Active Challenges 2 None close within 24 hours/)
    expect(text).not.toContain('Retry')
  })

  it('links each count to the list of what it counts', async () => {
    const { html, text } = await open()
    const lists = [
      ['Total Users', leaderboard, 'users'],
      ['Total Submissions', submissions, 'submissions'],
      ['Pending Submissions', submissions, 'submissions'],
      ['Active Challenges', challenges, 'challenges'],
    ] as const
    for (const [tile, module, of] of lists) {
      const [, count] = new RegExp(`${tile} (\\d+)`).exec(text) ?? []
      const [, path = ''] = new RegExp(`href="([^"]+)"[^>]*>${tile}<`).exec(html) ?? []
      const list = await openPage(db, module, path, { viewer: admin })
      expect(list.text, tile).toContain(`Showing ${count} of ${count} ${of}`)
    }
  })

  it('lists the newest challenges with links to edit and to view them in a new tab', async () => {
    const { text, html } = await open()
    expect(text).toMatch(
      /Title Status Deadline Actions A draft of mine Created \w+ \d+, \d{4}.*?UTC Draft \w+ \d+, \d{4}/,
    )
    expect(html).toContain(`href="/admin/challenges/${voting}/edit"`)
    expect(html).toMatch(new RegExp(`<a(?=[^>]*target="_blank")[^>]*href="/challenges/${voting}"`))
  })

  it('links new submissions with author and time', async () => {
    const { text, html } = await open()
    expect(text).toMatch(/New submission Made for light for Lanterns Paper Fox · \w+ \d+, \d{4} at/)
    expect(html).toContain(`href="/challenges/${voting}/submissions/${submission}"`)
  })

  it('draws 30 days without the votes of a secret ballot, with a text alternative and a table', async () => {
    const { text, html } = await open()
    expect(html.match(/vector-effect="non-scaling-stroke"/g)).toHaveLength(6)
    expect(html).toMatch(/<title>\w+ \d+: 2 votes, 2 entries, 7 sign-ups<\/title>/)
    expect(html).toMatch(
      /role="img" aria-label="Lines of each day from [^"]*, UTC. In all 2 votes, 2 entries, 7 sign-ups\."/,
    )
    expect(html.match(/<time dateTime="\d{4}-\d\d-\d\d">/g)).toHaveLength(2 + 30)
    expect(text).toMatch(/Day Votes Entries Sign-ups \w+ \d+ 2 2 7 \w+ \d+ 0 0 0/)
    expect(html).not.toContain(' style=')
  })

  it('says which challenge was not completed because two counts of its votes differ', async () => {
    expect((await open()).text).not.toContain('two counts')
    await db.rows(sql`
      update challenges set result_alert = 'one', result_alert_at = app_now() where id = ${voting}`)
    const { text, html } = await open()
    expect(text).toContain('No result: two counts of the votes differ')
    expect(html).toContain(`href="/challenges/${voting}"`)
    await db.rows(sql`update challenges set result_alert = null, result_alert_at = null`)
  })

  it('runs nine statements', async () => {
    const { db: watching, statements } = watched(db)
    await openPage(watching, dashboard, '/admin', { viewer: admin })
    expect(statements).toHaveLength(9)
  })
})

describe('a part that fails', () => {
  it.each([
    [
      'Total Users',
      /select from users where deleted_at is null/,
      ['Total Submissions 2', 'Active Challenges 2'],
    ],
    ['Pending Submissions', /status = 'pending'/, ['Total Users 7', 'Total Submissions 2']],
    ['Total Submissions', /count from submissions s where true$/, ['Total Users 7', 'Active Challenges 2']],
    ['Active Challenges', /from challenges where status = any/, ['Total Users 7', 'Total Submissions 2']],
  ])('leaves a question mark at %s alone', async (tile, broken, others) => {
    const { status, text } = await open('/admin', broken)
    expect(status).toBe(200)
    expect(text).toContain(`${tile} ? Could not be counted. Retry`)
    expect(text.match(/ \? /g)).toHaveLength(1)
    for (const other of others) expect(text).toContain(other)
  })

  it('leaves out the growth below a count', async () => {
    const { text } = await open('/admin', /interval '24 hours'/)
    expect(text).toMatch(/Active Challenges 2 Last 30 days/)
    expect(text).not.toContain(' ? ')
  })

  it.each([
    ['Failed to load challenges', /result_alert_at/],
    ['Failed to load submissions', /"submittedAt"/],
    ['Failed to load the last 30 days', /cast_votes/],
  ])('shows %j in its place only, with Retry', async (message, broken) => {
    const { status, text, html } = await open('/admin', broken)
    expect(status).toBe(200)
    expect(text).toContain(`${message} Retry`)
    expect(text.match(/Failed to/g)).toHaveLength(1)
    expect(html).toMatch(/<a [^>]*href="\/admin"[^>]*>Retry</)
  })
})

describe('an empty database', () => {
  it('shows an empty state in every part', async () => {
    const { text } = await openPage(empty, dashboard, '/admin', { viewer: keeper })
    for (const words of [
      'Total Submissions 0 None in the last 7 days',
      'No challenges found',
      'No submissions yet',
    ]) {
      expect(text).toContain(words)
    }
  })

  it('draws days of a past month by their own dates', async () => {
    await empty.rows(
      sql`update users set joined_date = app_now() - interval '29 days' where id = ${keeper.id}`,
    )
    const { text } = await openPage(empty, dashboard, '/admin', { viewer: keeper })
    expect(text).toMatch(/\w+ \d+ 0 0 0 \w+ \d+ 0 0 1 Show|\w+ \d+ 0 0 1 Recent/)
  })
})
