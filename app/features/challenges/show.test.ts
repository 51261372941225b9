import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { closeEntries, completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { followChallenge } from '#domain/notifications/follows.server.ts'
import { saveDraft } from '#domain/submissions/drafts.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  daysFromNow,
  makeBallot,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import * as detail from './show.tsx'

const { db } = await testDatabase()
const [author, other, admin] = [
  await makeMember(db),
  await makeMember(db),
  await makeMember(db, { isAdmin: true }),
]

function open(id: string, viewer: Viewer = null, on = db) {
  return openPage(on, detail, `/challenges/${id}`, { params: { id }, viewer })
}

it('shows whether its viewer is reminded of it', async () => {
  const id = await makeChallenge(db, { status: 'upcoming' })
  expect((await open(id, author)).text).toContain('Remind me')
  await followChallenge(db, as(author), id)
  const followed = await open(id, author)
  expect(followed.text).toContain('Reminder on')
  expect(followed.text).not.toContain('Remind me')
})

it('leads administrators, and no one else, to its page for them', async () => {
  const id = await makeChallenge(db, { status: 'canceled' })
  const manage = new RegExp(`href="/admin/challenges/${id}"[^>]*>Manage<`)
  expect((await open(id, admin)).html).toMatch(manage)
  expect((await open(id, author)).html).not.toContain('/admin')
  expect((await open(id)).html).not.toContain('/admin')
})

describe('a challenge that is open for submissions', () => {
  it('shows the action that fits the viewer', async () => {
    const id = await makeChallenge(db, { title: 'Nine seconds of rain', kind: 'video' })
    const visitor = await open(id)
    expect(visitor.text).toContain('Active Challenge')
    expect(visitor.text).toContain('Weekly · Video')
    expect(visitor.text).toContain('Time Left 7 days')
    expect(visitor.text).toMatch(/Deadline [A-Z][a-z]+ \d+, \d{4}/)
    expect(visitor.text).toContain('Points +25 for entering a challenge +5 for every vote you receive')
    expect(visitor.text).toMatch(
      /Brief and rules .*Make one thing\. Requirements One entry Recommended AI tools \w/,
    )
    expect(visitor.html).toContain(`href="/login?redirect=%2Fchallenges%2F${id}%2Fsubmit"`)
    expect(visitor.text).toContain('Sign In to Submit')

    const member = await open(id, author)
    expect(member.html).toContain(`href="/challenges/${id}/submit"`)
    expect(member.text).toContain('Submit Entry')

    const submission = await makeSubmission(db, author, id)
    const entered = await open(id, author)
    expect(entered.html).toContain(`href="/challenges/${id}/submissions/${submission}"`)
    expect(entered.text).toContain('View My Submission')
    expect(entered.text).not.toContain('Submit Entry')
    expect(entered.text).toContain('Participants 1')
    expect(entered.text).toContain('You’re in (received). Edit until the deadline.')

    await rejectSubmission(db, as(admin), submission, 'Not made with AI tools')
    const rejected = await open(id, author)
    expect(rejected.text).toContain(
      'Your submission was rejected. Edit it until the deadline to send it back for review.',
    )
    expect(rejected.text).not.toContain('You’re in')
  })

  it('closes at its deadline, and shows when voting opens', async () => {
    const id = await makeChallenge(db, { deadline: daysFromNow(-1), votingOpensAt: daysFromNow(1) })
    const { text } = await open(id, author)
    expect(text).not.toContain('Submit Entry')
    expect(text).toContain('The submission deadline for this challenge has passed')
    expect(text).toContain('Voting opens in')
  })

  it('does not show hidden submissions and votes', async () => {
    const id = await makeChallenge(db, { showSubmissions: false, showVotes: false })
    await makeSubmission(db, author, id, { title: 'Sealed letter' })
    const { text } = await open(id, other)
    expect(text).not.toContain('Sealed letter')
    expect(text).toContain('The entries of others stay hidden until the deadline.')
    expect(text).toContain('Total Votes Hidden')
    expect((await open(id, author)).text).toContain('Sealed letter')
  })
})

describe('a challenge in voting or completed', () => {
  it('links the voting gallery, then shows the winner', async () => {
    const { challenge: id, submission } = await makeBallot(db, { author }, { title: 'Lamp, 3 a.m.' })
    const voting = await open(id, other)
    expect(voting.text).toContain('Voting Phase')
    expect(voting.text).toMatch(/Voting Ends \d+ days left .{0,20} at \d{1,2}:\d\d [AP]M UTC/)
    expect(voting.html).toContain(`href="/challenges/${id}/submissions?mode=voting"`)
    expect(voting.text).toContain('Vote for Entries')

    await castVote(db, as(other), id, submission)
    const voted = await open(id, other)
    expect(voted.text).toContain('You have voted for this entry')
    expect(voted.html).toContain(`href="/challenges/${id}/submissions/${submission}"`)
    expect((await open(id, author)).text).not.toContain('You have voted')
    await completeChallenge(db, as(admin), id)
    const ended = await open(id)
    expect(ended.text).toContain('Challenge Completed')
    expect(ended.text).toContain(`Winner ${author.displayName}`)
    expect(ended.html).toMatch(new RegExp(`href="/profile/${author.id}"[^>]*>${author.displayName}`))
    expect(ended.text).toContain('View Submissions')
    expect(ended.text).toContain('Total Votes 1')
  })

  it('shows the winning entry in large, then the second and third places', async () => {
    const id = await makeChallenge(db)
    const entries = new Map<string, string>()
    for (const title of ['No votes', 'Later tie', 'Rejected', 'First', 'Fourth']) {
      entries.set(title, await makeSubmission(db, await makeMember(db), id, { title }))
    }
    const earlier = await makeSubmission(db, await makeMember(db), id, { title: 'Earlier tie' })
    entries.set('Earlier tie', earlier)
    await db.rows(
      sql`update submissions set content_changed_at = content_changed_at - interval '1 hour' where id = ${earlier}`,
    )
    await openVoting(db, id)
    const votes = { First: 3, 'Later tie': 2, 'Earlier tie': 2, Fourth: 1 }
    for (const [title, count] of Object.entries(votes)) {
      for (const voter of await makeMembers(db, count))
        await castVote(db, as(voter), id, entries.get(title) ?? '')
    }
    await rejectSubmission(db, as(admin), entries.get('Rejected') ?? '', '')
    const podium = /Challenge Completed (.*?)Submissions/
    expect((await open(id)).text).not.toMatch(podium)

    await completeChallenge(db, as(admin), id)
    const ended = await open(id)
    const shown = podium.exec(ended.text)?.[1] ?? ''
    expect(shown).toMatch(
      /^First Winner .*3 votes.*2nd place No image Earlier tie .*3rd place No image Later tie/,
    )
    expect(shown).not.toMatch(/Fourth|No votes|Rejected/)
    expect(ended.text.match(/Earlier tie/g)).toHaveLength(1)
  })

  it('shows that it has ended without a winner', async () => {
    const id = await makeChallenge(db)
    await makeSubmission(db, author, id)
    await completeChallenge(db, as(admin), id)
    const { text } = await open(id)
    expect(text).toContain('This challenge has ended. Check out the submissions!')
    expect(text).toContain('View Submissions')
  })

  it('does not invite to submit before it starts', async () => {
    const id = await makeChallenge(db, { status: 'upcoming', startDate: daysFromNow(1) })
    const { text } = await open(id)
    expect(text).toContain('No submissions yet. This challenge has not started.')
    expect(text).not.toContain('Be the first')
  })

  it('shows the dates that were moved, and a start that is to be announced', async () => {
    const id = await makeChallenge(db, { deadline: daysFromNow(1) })
    expect((await open(id)).html).not.toContain('Changes')
    await extendChallenge(db, as(admin), id)
    const { html, text } = await open(id)
    expect(html).toContain('aria-label="Changes"')
    expect(text).toMatch(
      /[A-Z][a-z]+ \d+, \d{4} : Deadline \w+ \d+, \d{4} at .* UTC instead of \w+ \d+, \d{4} at/,
    )
    const unknown = await makeChallenge(db, { status: 'upcoming' })
    expect((await open(unknown)).text).toContain('Starts Date to be announced')
  })

  it('says once that entries were closed, and which later dates moved with it', async () => {
    const id = await makeChallenge(db, { deadline: daysFromNow(5), votingOpensAt: daysFromNow(6) })
    await makeSubmission(db, await makeMember(db), id)
    expect(await closeEntries(db, as(admin), id)).toMatchObject({ ok: true })
    const { html } = await open(id)
    const changes = html.match(/aria-label="Changes".*?<\/ul>/s)?.[0] ?? ''
    expect(changes).toContain('Entries closed by the organisers')
    expect(changes).not.toContain('Deadline')
  })

  it('mentions no votes and no win without voting', async () => {
    const promise = /vote you|for winning|most votes|Total Votes/
    const { text } = await open(await makeChallenge(db, { allowVoting: false }))
    expect(text).toContain('for entering a challenge')
    expect(text).not.toMatch(promise)
    expect((await open(await makeChallenge(db))).text).toMatch(promise)
  })

  it('does not link the submissions of a canceled challenge without any', async () => {
    const { text } = await open(await makeChallenge(db, { status: 'canceled' }))
    expect(text).toContain('Challenge Canceled')
    expect(text).not.toContain('Challenge Completed')
    expect(text).toContain('It ended without submissions.')
    expect(text).toContain('There are no submissions to this challenge.')
    expect(text).not.toMatch(/View Submissions|Check out|Be the first/)
  })
})

describe('a missing challenge', () => {
  it.each(['x', '1', newId(), `${newId()}'--`])('%s is not found', async (id) => {
    const page = await open(encodeURIComponent(id))
    expect(page.status).toBe(404)
    expect(page.text).toContain('Challenge not found Sorry, the challenge')
    expect(page.html).toContain('href="/challenges"')
  })

  it('a draft is found by administrators only', async () => {
    const id = await makeChallenge(db, { status: 'draft' })
    expect((await open(id, author)).status).toBe(404)
    expect((await open(id, admin)).status).toBe(200)
  })
})

describe('when a part fails', () => {
  it('still shows the other parts', async () => {
    const id = await makeChallenge(db, { title: 'Stands anyway' })
    const noMore = await open(id, null, watched(db, /c\.id <> \$/).db)
    expect(noMore.text).toContain('Could not load recent challenges.')
    expect(noMore.text).toContain('Stands anyway')
    const noSubmissions = await open(id, null, watched(db, /"challengeTitle"/).db)
    expect(noSubmissions.text).toContain('Failed to load challenge submissions')
  })

  it('shows an error page if the challenge cannot be loaded', async () => {
    const page = await open(newId(), null, watched(db, /"pointValue"/).db)
    expect(page.status).toBe(500)
    expect(page.html).toMatch(/<h1[^>]*>Something went wrong/)
    expect(page.text).toContain('Error loading challenge data')
    expect(page.text).toContain('Retry')
  })

  it('runs few statements', async () => {
    const watching = watched(db)
    await open(await makeChallenge(db), author, watching.db)
    expect(watching.statements.length).toBeLessThanOrEqual(5)
  })
})

describe('more challenges', () => {
  it('show an empty state if there are none', async () => {
    await db.rows(sql`update challenges set status = 'draft' where status not in ('completed', 'canceled')`)
    const { text } = await open(await makeChallenge(db))
    expect(text).toContain('No active challenges found.')
  })
})

it('tells its member of a saved draft, also on its card', async () => {
  const [drafted, another] = [await makeChallenge(db), await makeChallenge(db)]
  const texts = {
    title: 'Night bus',
    description: '',
    creationProcess: '',
    prompt: '',
    aiTools: '',
    contentUrl: '',
  }
  const member = await makeMember(db)
  const draft = { ...texts, imageAlt: '', imageId: null }
  await saveDraft(db, as(member), drafted, draft)
  expect((await open(drafted, member)).text).toContain(
    'Submit Entry Your draft is saved. “Submit Entry” continues it.',
  )
  expect((await open(another, member)).text).toContain('Active · Your draft')
  for (const id of [drafted, another]) expect((await open(id, other)).text).not.toContain('Your draft')
})
