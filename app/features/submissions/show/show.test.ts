import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { approveSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { as, makeBallot, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { requestContext } from '#test/request-context.ts'
import { loadSubmission } from './show.server.ts'
import * as submission from './show.tsx'

const { db } = await testDatabase()
const author = await makeMember(db, { displayName: 'Iron Heron' })

async function makeImage(): Promise<string | null> {
  const image = await db.row<{ id: string }>(sql`
    insert into images (id, owner_id, purpose, width, height, widths, bytes)
    values (gen_random_uuid(), ${author.id}, 'submission', 480, 300, '{480}', 9) returning id`)
  return image?.id ?? null
}

async function openSubmission(
  kind: 'image' | 'audio' | 'video' | 'text',
  contentUrl: string | null = null,
  on = db,
) {
  const id = await makeChallenge(db, { kind, title: 'Paper rivers' })
  const creationProcess = 'Forty tries.\n\nThen one.'
  const submissionId = await makeSubmission(db, author, id, {
    contentUrl,
    creationProcess,
    tools: ['Suno', 'Udio'],
  })
  const path = `/challenges/${id}/submissions/${submissionId}`
  return {
    id,
    submissionId,
    path,
    page: await openPage(on, submission, path, { params: { id, submissionId } }),
  }
}

describe('the submission page', () => {
  it('shows the work, the creation process and a link back', async () => {
    const { id, page } = await openSubmission('image')
    expect(page.html).toMatch(/<h1[^>]*>Static garden<\/h1>/)
    expect(page.html).toContain(`href="/challenges/${id}"`)
    expect(page.text).toContain('What the radio grows when')
    expect(page.html).toContain('/pictures/default-submission.svg')
    expect(page.text).toMatch(/Creation process Forty tries\. Then one\./)
    expect(page.text).toMatch(/AI tools used Suno Udio/)
    expect(page.text).toMatch(/Votes 0 .*Submitted [A-Z][a-z]+ \d+, \d{4}/)
  })

  it('shows what stands between lines of three backticks as a block, with its indentation', async () => {
    const id = await makeChallenge(db, { kind: 'code' })
    const description = 'First.\n```js title="a"\n  const a = 1\n```\n```kept()```\nLast.'
    const submissionId = await makeSubmission(db, author, id, { description })
    const path = `/challenges/${id}/submissions/${submissionId}`
    const { html, text } = await openPage(db, submission, path, { params: { id, submissionId } })
    expect([...html.matchAll(/<pre[^>]*>([^<]*)</g)].map(([, code]) => code)).toEqual(['  const a = 1'])
    expect(text).toMatch(/First\. .*```kept\(\)``` Last\./)
  })

  it('has the description of the image for screen readers', async () => {
    const id = await makeChallenge(db)
    const imageId = await makeImage()
    const submissionId = await makeSubmission(db, author, id, { imageId, imageAlt: 'A heron in the rain' })
    const path = `/challenges/${id}/submissions/${submissionId}`
    const page = await openPage(db, submission, path, { params: { id, submissionId } })
    expect(page.html.match(/<img[^>]*alt="A heron in the rain"/g)).toHaveLength(2)
  })

  it('shows the creator and links the profile', async () => {
    const { page } = await openSubmission('image')
    expect(page.text).toMatch(/Iron Heron .*Novice Ninja/)
    expect(page.html).toMatch(new RegExp(`href="/profile/${author.id}"[^>]*>View Profile`))
  })

  it('of a deleted account has no profile and is no visitor’s own', async () => {
    const leaver = await makeMember(db)
    const { challenge: id, submission: submissionId } = await makeBallot(db, { author: leaver })
    await db.rows(sql`
      update users set display_name = 'Anonymous Ninja', deleted_at = app_now(), email = null, bio = null
      where id = ${leaver.id}`)
    const path = `/challenges/${id}/submissions/${submissionId}`
    const page = await openPage(db, submission, path, { params: { id, submissionId } })
    expect(page.text).toContain('This account was deleted.')
    expect(page.text).toContain(VOTING_MESSAGES.signIn)
    expect(page.html).not.toContain(leaver.id)
    expect(page.html).not.toContain('This is your submission')
    expect(page.html).not.toContain(`${path}/edit`)
  })

  it('has share links to two networks and a copy button, without third-party scripts', async () => {
    const { path, page } = await openSubmission('image')
    const externalLinks = [...page.html.matchAll(/href="(https:[^"]*)"/g)].map(
      ([, href = '']) => new URL(href.replaceAll('&amp;', '&')),
    )
    expect(externalLinks.map(({ host }) => host)).toEqual(['x.com', 'www.facebook.com'])
    for (const link of externalLinks) expect([...link.searchParams.values()].join(' ')).toContain(path)
    expect(page.text).toContain('Copy Link')
    expect(page.html).not.toContain('<script')
  })
})

describe('the moderation panel', async () => {
  const panel = /<section[^>]*aria-label="Moderation".*?<\/section>/s
  const admin = await makeMember(db, { isAdmin: true })

  it('links the confirmations of the status, which return to the page, and the queue', async () => {
    const { id, submissionId, path } = await openSubmission('image')
    const open = async (viewer: Parameters<typeof as>[0]) => {
      const { html } = await openPage(db, submission, path, { params: { id, submissionId }, viewer })
      const links = html.match(panel)?.[0].matchAll(/href="([^"?]*)\?([^"]*)"[^>]*>([^<]*)/g)
      return links && [...links].map(([, to, query, label]) => [label, to, query])
    }
    const returnTo = String(new URLSearchParams({ returnTo: path }))
    const link = (label: string, verb: string) => [
      label,
      `/admin/submissions/${submissionId}/${verb}`,
      returnTo,
    ]
    const queue = ['Review pending', '/admin/submissions/queue', `at=${submissionId}`]
    expect(await open(admin)).toEqual([link('Approve', 'approve'), link('Reject', 'reject'), queue])
    await approveSubmission(db, as(admin), submissionId)
    expect(await open(admin)).toEqual([link('Reject', 'reject'), link('Undo Approval', 'undo'), queue])
    await rejectSubmission(db, as(admin), submissionId, '')
    expect(await open(admin)).toEqual([link('Undo Rejection', 'undo'), queue])
    for (const viewer of [author, null]) expect(await open(viewer)).toBeUndefined()
  })
})

describe('the content link', () => {
  const PLAYABLE = [
    ['video', 'https://youtu.be/dQw4w9WgXcQ', 'YouTube'],
    ['video', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'YouTube'],
    ['video', 'https://vimeo.com/1084537', 'Vimeo'],
    ['audio', 'https://soundcloud.com/forss/flickermood', 'SoundCloud'],
    ['audio', 'https://suno.com/song/6bfa0c4e-6d62-4b1f-9a7f-0b7e1b0a3c11', 'Suno'],
  ] as const
  it.each(PLAYABLE)('a %s at %s loads after a click and names %s', async (kind, link, provider) => {
    const { page } = await openSubmission(kind, link)
    expect(page.html).not.toContain('<iframe')
    expect(page.html).toContain(`href="${link}"`)
    expect(page.text).toContain(
      `${kind === 'audio' ? 'Listen to Audio' : 'Watch Video'} It is hosted by ${provider}`,
    )
    expect(page.text).toContain(`Open original ${kind} in new tab`)
  })

  it.each([
    ['audio', 'Listen to Audio'],
    ['video', 'Watch Video'],
  ] as const)('%s on another site is a button', async (kind, label) => {
    const { page } = await openSubmission(kind, 'https://example.org/work')
    expect(page.html).toMatch(
      new RegExp(
        `<button type="button" popoverTarget="([^"]+)"[^>]*>(<svg.*?</svg>)?${label}.* id="\\1" popover="auto" role="dialog"`,
        'i',
      ),
    )
    expect(page.text).toContain(`Open original ${kind} in new tab`)
  })

  it('a video on another site starts from its cover', async () => {
    const id = await makeChallenge(db, { kind: 'video' })
    const imageId = await makeImage()
    const contentUrl = 'https://example.org/work'
    const submissionId = await makeSubmission(db, author, id, { imageId, contentUrl })
    const path = `/challenges/${id}/submissions/${submissionId}`
    const page = await openPage(db, submission, path, { params: { id, submissionId } })
    expect(page.html).toMatch(
      new RegExp(`<button type="button" popoverTarget="[^>]*>(?:(?!</button>).)*/media/${imageId}/`, 'i'),
    )
  })
})

describe('a link to a media file', () => {
  it.each([
    ['video', 'https://files.example/rain.mp4'],
    ['audio', 'https://files.example/rain.mp3'],
  ] as const)('gets the browser’s own player for %s, which loads nothing by itself', async (kind, link) => {
    const { page } = await openSubmission(kind, link)
    expect(page.html).toMatch(new RegExp(`<${kind} src="${link}" controls="" preload="none"`))
    expect(page.text).toContain(`Open original ${kind} in new tab`)
    expect(page.html).toMatch(
      /<button[^>]*noscript:hidden(?:(?!<\/button>).)*(?:Watch Video|Listen to Audio)/,
    )
  })
})

describe('a missing submission', () => {
  it.each(['x', '01a1fbe5-fb48-72c2-b960-c458853b8ef1'])('%s is not found', async (submissionId) => {
    const { id } = await openSubmission('image')
    const path = `/challenges/${id}/submissions/${submissionId}`
    const page = await openPage(db, submission, path, { params: { id, submissionId } })
    expect(page.status).toBe(404)
    expect(page.text).toContain('Submission Not Found')
    expect(page.html).toMatch(new RegExp(`href="/challenges/${id}"[^>]*>Back to Challenge`))
  })

  it('is not found under another challenge', async () => {
    const { submissionId } = await openSubmission('image')
    const id = await makeChallenge(db)
    const page = await openPage(db, submission, `/challenges/${id}/submissions/${submissionId}`, {
      params: { id, submissionId },
    })
    expect(page.status).toBe(404)
  })

  it('shows an error with a retry link when loading fails', async () => {
    const broken = watched(db, /"creationProcess"/).db
    await expect(openSubmission('image', null, broken)).rejects.toThrow('broken on purpose')
    const { html } = await openPage(
      db,
      { loader: () => null, default: submission.ErrorBoundary as never },
      '/challenges/c/submissions/s',
    )
    expect(html).toContain('Submission Not Found')
    expect(html).toContain('Error loading submission.')
    expect(html).toContain('Retry')
  })
})

describe('votes', () => {
  it('are shown with the voting dates, or a note that they are hidden', async () => {
    const { id, submissionId, path } = await openSubmission('image')
    await openVoting(db, id)
    const open = await openPage(db, submission, path, { params: { id, submissionId } })
    expect(open.text).toContain('Sign in to Vote Each user gets one vote per challenge.')
    await db.rows(sql`update challenges set show_votes = false where id = ${id}`)
    const hidden = await openPage(db, submission, path, { params: { id, submissionId } })
    expect(hidden.text).toContain('Votes are shown when the challenge is completed.')
  })

  it('that are hidden change nothing in the data of the page', async () => {
    const { id, submissionId } = await openSubmission('image')
    await openVoting(db, id)
    await db.rows(sql`update challenges set show_votes = false where id = ${id}`)
    const viewers = [null, author, await makeMember(db)]
    const load = () =>
      Promise.all(
        viewers.map(async (viewer) => {
          const context = await requestContext(db, viewer)
          const page = await loadSubmission(context, { id, submissionId }, new URLSearchParams())
          return { ...page, now: null, submission: { ...page.submission, now: null } }
        }),
      )
    const before = await load()
    await castVote(db, as(await makeMember(db)), id, submissionId)
    expect(await load()).toEqual(before)
  })
})

describe('a submission with votes', () => {
  async function submissionWithVotes() {
    const { id, submissionId, path } = await openSubmission('image')
    const [voter, otherAuthor] = [await makeMember(db), await makeMember(db)]
    const other = await makeSubmission(db, otherAuthor, id)
    await openVoting(db, id)
    await castVote(db, as(voter), id, submissionId)
    return { id, submissionId, path, voter, other }
  }

  it('shows its author that it can no longer be edited after the challenge is extended', async () => {
    const { id, submissionId, path } = await submissionWithVotes()
    await extendChallenge(db, as(await makeMember(db, { isAdmin: true })), id)
    const { html, text } = await openPage(db, submission, path, {
      viewer: author,
      params: { id, submissionId },
    })
    expect(text).toContain(
      'Members could already vote for this submission, so it can no longer be edited or withdrawn.',
    )
    expect(html).not.toMatch(/\/(edit|withdraw)"/)
    const visit = await openPage(db, submission, path, { params: { id, submissionId } })
    expect(visit.text).not.toContain('can no longer be edited')
  })

  it('offers to withdraw the vote on another page when it is no longer public', async () => {
    const { id, path, voter, other } = await submissionWithVotes()
    await db.rows(sql`update submissions set status = 'approved' where id = ${other}`)
    const env = { MODERATION: 'before' }
    const otherPath = `/challenges/${id}/submissions/${other}`
    const options = { viewer: voter, params: { id, submissionId: other } }
    const hiddenVote = await openPage(db, submission, otherPath, { ...options, env })
    expect(hiddenVote.html).toContain(`action="${path}/unvote"`)
    expect(hiddenVote.html).not.toContain('View Your Vote')
    const visibleVote = await openPage(db, submission, otherPath, options)
    expect(visibleVote.html).not.toContain(`action="${path}/unvote"`)
    expect(visibleVote.text).toContain('View Your Vote')
  })
})
