import { readdir, readlink } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, it } from 'vitest'
import { type Services, servicesContext } from '#app/context.ts'
import { openArchive } from '#domain/accounts/export.server.ts'
import { suspendMember } from '#domain/accounts/suspension.server.ts'
import { COMMAND_LINE, recordAuditEvent } from '#domain/audit/record.server.ts'
import { recordImpressions } from '#domain/ballot/impressions.server.ts'
import { addToShortlist } from '#domain/ballot/shortlist.server.ts'
import { addComment } from '#domain/comments/commands.server.ts'
import { imageFolder } from '#domain/media/files.server.ts'
import { storeImage } from '#domain/media/store.server.ts'
import { findViewer } from '#domain/members/queries.server.ts'
import type { Member, Viewer } from '#domain/members/rules.ts'
import { deleteSubmission } from '#domain/moderation/commands.server.ts'
import { confirmSession, isConfirmed, sessionIdOf, startSession } from '#domain/sessions/sessions.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { newId } from '#platform/id.server.ts'
import type { DemoAccount } from '#platform/identity/demo/accounts.ts'
import { Browser } from '#test/browser.ts'
import {
  accepted,
  as,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeSubmission,
  noFiles,
  openVoting,
  voidVotesOf,
} from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { origin, requestContext } from '#test/request-context.ts'
import { begin, returning, signInAs, whoami } from '#test/sign-in.ts'
import { openSite } from '#test/sign-in-site.ts'
import { unzip } from '#test/unzip.ts'
import * as account from './account.tsx'
import * as deletion from './delete-account.tsx'
import { action as download } from './download.ts'
import { action as endOne } from './end-session.ts'
import { action as endSessions } from './end-sessions.ts'

const { db } = await testDatabase()
const admins = { emails: [], userIds: [] }
const accounts: DemoAccount[] = [
  { subject: 'ann', name: 'Ann', email: 'ann@dojo.example', emailVerified: true, note: 'Member' },
  { subject: 'bo', name: 'Bo', email: 'bo@dojo.example', emailVerified: true, note: 'Member' },
]
const site = await openSite({ db, accounts })
afterAll(() => site.close())

describe('the account page', () => {
  it('sends visitors to the sign-in', async () => {
    expect(await openPage(db, account, '/profile/account')).toMatchObject({ status: 302 })
  })

  it('lists sessions by id, without tokens or hashes', async () => {
    const member = await makeMember(db)
    const token = await startSession(db, member.id, undefined, 'Firefox on Linux')
    const page = await openPage(db, account, '/profile/account', { viewer: member })
    expect(page.text).toContain('Firefox on Linux')
    expect(page.html).not.toContain(token)
    const id = await sessionIdOf(db, member, token)
    expect(page.html).toContain(`action="/profile/account/sessions/${id}/end"`)
  })
})

describe('sessions', () => {
  it('end one by one, all others, or all', async () => {
    const member = await makeMember(db)
    const tokens: string[] = []
    for (let made = 0; made < 4; made++) tokens.push(await startSession(db, member.id))
    const [here = '', second = ''] = tokens
    const sessionId = (await sessionIdOf(db, member, second)) ?? ''
    expect(await send(endOne, member, here, {}, { sessionId })).toMatchObject({ status: 303 })
    expect(await open(tokens)).toEqual([true, false, true, true])
    await send(endOthers, member, here)
    expect(await open(tokens)).toEqual([true, false, false, false])
    const answer = await send(endAll, member, here)
    expect(answer.headers.getSetCookie().join()).toMatch(/session=; Max-Age=0/)
    expect(await open(tokens)).toEqual([false, false, false, false])
  })

  it('can be ended after any number of attempts by another session', async () => {
    const member = await makeMember(db)
    const [mine, stolen] = [await startSession(db, member.id), await startSession(db, member.id)]
    const tries = Array.from({ length: 31 }, () => send(endOne, member, stolen, {}, { sessionId: 'x' }))
    expect((await Promise.all(tries)).filter(({ status }) => status === 429)).toHaveLength(1)
    expect(await send(endOthers, member, mine)).toMatchObject({ status: 303 })
    expect(await open([mine, stolen])).toEqual([true, false])
  })

  it('of another member are not found', async () => {
    const [member, other] = [await makeMember(db), await makeMember(db)]
    const [mine, theirs] = [await startSession(db, member.id), await startSession(db, other.id)]
    const sessionId = (await sessionIdOf(db, other, theirs)) ?? ''
    expect(await send(endOne, member, mine, {}, { sessionId })).toMatchObject({ status: 404 })
    expect(await send(endOne, member, mine, {}, { sessionId: 'x' })).toMatchObject({ status: 404 })
    expect(await open([theirs])).toEqual([true])
  })
})

describe('deleting the account', () => {
  it('asks for a fresh sign-in first, then for the choice and the confirmation', async () => {
    const { member, token } = await signedIn('choice')
    const before = await openPage(db, deletion, '/profile/account/delete', { viewer: member })
    expect(before.text).toContain('Sign in again')
    expect(await send(deletion.action, member, token, whole)).toMatchObject({ status: 403 })
    await confirm(member, token, 'choice')
    expect(await send(deletion.action, member, token, { submissions: 'keep' })).toMatchObject({ status: 422 })
    expect(await send(deletion.action, member, token, { confirm: 'yes' })).toMatchObject({ status: 422 })
    expect(await send(deletion.action, member, token, { ...whole, userId: 'x' })).toMatchObject({
      status: 400,
    })
    expect(await findViewer(db, token, admins)).not.toBeNull()

    const answer = await send(deletion.action, member, token, whole)
    expect(answer).toMatchObject({ status: 303 })
    expect(answer.headers.getSetCookie().join()).toMatch(/session=; Max-Age=0/)
    expect(await findViewer(db, token, admins)).toBeNull()
  })

  it('is done for one member at a time, since it locks their challenges', async () => {
    const [one, other] = [await signedIn('one'), await signedIn('other')]
    await confirm(one.member, one.token, 'one')
    await confirm(other.member, other.token, 'other')
    const challenge = await makeChallenge(db)
    await makeSubmission(db, one.member, challenge)
    const isThere = async () => (await findViewer(db, other.token, admins)) !== null
    const deletions = await db.transaction(async (tx) => {
      await tx.rows(sql`select from challenges where id = ${challenge} for update`)
      const first = send(deletion.action, one.member, one.token, whole)
      await lockWait(db)
      const second = send(deletion.action, other.member, other.token, whole)
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(await isThere()).toBe(true)
      return [first, second]
    })
    for (const answer of await Promise.all(deletions)) expect(answer).toMatchObject({ status: 303 })
    expect(await isThere()).toBe(false)
  })

  it('is confirmed by the same account at the provider only', async () => {
    const browser = new Browser()
    await signInAs(site.origin, browser, 'ann')
    const viewer = (await whoami(site.origin, browser)) as Member
    const token = browser.cookie('session') ?? ''
    const again = async (subject: string) => {
      const choice = await browser.submit(`${site.origin}/profile/account/confirm`, {})
      return browser.submit(choice.url, { account: subject })
    }
    const wrong = await again('bo')
    expect(wrong.url.pathname).toBe('/profile/account/delete')
    expect(browser.cookieHeader(wrong.url)).toContain('toast-')
    expect(await isConfirmed(db, viewer, token)).toBe(false)
    expect(browser.cookie('session')).toBe(token)

    expect((await again('ann')).url.pathname).toBe('/profile/account/delete')
    expect(await isConfirmed(db, viewer, token)).toBe(true)
    expect(browser.cookie('session')).toBe(token)
  })

  it('is not confirmed by a session that ends at the same moment', async () => {
    const browser = new Browser()
    await signInAs(site.origin, browser, 'ann')
    const viewer = (await whoami(site.origin, browser)) as Member
    const { confirming } = await db.transaction(async (tx) => {
      await tx.rows(sql`delete from sessions where user_id = ${viewer.id}`)
      const confirming = browser.submit(`${site.origin}/profile/account/confirm`, {})
      await lockWait(db)
      return { confirming }
    })
    // Which asks visitors to sign in.
    expect((await confirming).url.pathname).toBe('/profile/account/delete')
  })
})

it('shows a suspended member the reason instead of signing in', async () => {
  const browser = new Browser()
  await signInAs(site.origin, browser, 'bo')
  const viewer = (await whoami(site.origin, browser)) as Member
  const admin = await makeMember(db, { isAdmin: true })
  const reason = `Votes from several accounts. ${'風'.repeat(460)}`
  await suspendMember(db, admin, { userId: viewer.id, reason }, admins)
  expect(await whoami(site.origin, browser)).toBeNull()

  const callback = await returning(site.origin, browser, 'bo')
  const cookies = (await browser.visit(callback, '/auth/callback')).headers.getSetCookie()
  expect(cookies.find((cookie) => cookie.startsWith('suspension='))).toContain('Max-Age=60;')
  const page = await signInAs(site.origin, browser, 'bo')
  expect(page.url.href).toBe(`${site.origin}/auth/callback?failed=suspended`)
  for (const shown of [page, await browser.visit(page.url), await browser.visit(page.url)]) {
    expect(shown.status).toBe(403)
    expect(shown.text).toContain('"suspended":true')
    expect(shown.text).toContain(`Your account is suspended. Reason: ${reason}`)
  }
  const other = await browser.visit(new URL('?failed=yes', page.url))
  expect(other.text).toContain('Failed to complete authentication')
  expect(await whoami(site.origin, browser)).toBeNull()
  const stranger = await new Browser().visit(page.url)
  expect(stranger.text).not.toContain('suspended')
  expect((await begin(site.origin, browser)).status).toBe(200)
})

describe('the download', () => {
  it('contains what is stored about the member and nothing of others', async () => {
    const { member, token } = await signedIn('archive')
    const [author, voter] = [await makeMember(db), await makeMember(db)]
    const challenge = await makeChallenge(db, { title: 'Paper boats' })
    const context = await requestContext(db, member)
    const services = context.get(servicesContext)
    const imageId = await storeSmallImage(services, member.id)
    const mine = await makeSubmission(db, member, challenge, {
      title: 'My boat',
      prompt: 'a boat',
      imageId,
    })
    const theirs = await makeSubmission(db, author, challenge, { title: 'Their boat' })
    await openVoting(db, challenge)
    await castVote(db, as(member), challenge, theirs)
    await addToShortlist(db, as(member), challenge, theirs)
    await castVote(db, as(voter), challenge, mine)
    await recordAuditEvent(db, COMMAND_LINE, {
      action: 'submission_deleted',
      subject: { id: newId(), name: 'Sunk boat' },
      before: { author_id: member.id },
      after: null,
    })
    const hidden = (name: string, subject: string, by: string) =>
      recordAuditEvent(db, COMMAND_LINE, {
        action: 'submission_comment_hidden',
        subject: { id: subject, name },
        before: { hidden: false },
        after: { hidden: true, comment_id: newId(), comment_by: by, reason: `Why ${name}` },
      })
    await hidden('My boat', mine, voter.id)
    await hidden('A boat without name', newId(), member.id)
    await recordAuditEvent(db, COMMAND_LINE, {
      action: 'submission_report_resolved',
      subject: { id: mine, name: 'My boat' },
      before: { reports: 1 },
      after: { reports: 0, upheld: false },
    })

    const answer = await send(download, member, token)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/zip')
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
    expect(answer.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.zip"$/,
    )
    const files = unzip(Buffer.from(await answer.arrayBuffer()))
    const json = (name: string) => JSON.parse(String(files.get(`${name}.json`)))
    expect(json('profile')).toMatchObject([{ id: member.id, email: 'archive@example.org' }])
    expect(json('submissions')).toMatchObject([{ title: 'My boat', prompt: 'a boat', votes: 1, imageId }])
    for (const list of ['votes', 'shortlist'])
      expect(json(list)).toMatchObject([{ challenge: 'Paper boats', submission: 'Their boat' }])
    expect(json('points').map(({ points }: { points: number }) => points)).toEqual([25, 1, 5])
    for (const { reason } of json('points')) {
      expect(String(files.get('README.txt'))).toMatch(new RegExp(`^${reason} +your? `, 'm'))
    }
    expect(json('points-of-periods')).toMatchObject([
      { period: 'month', points: 31 },
      { period: 'season', points: 31 },
    ])
    expect(json('identities')).toMatchObject([{ issuer: 'https://id.example', subject: 'archive' }])
    expect(json('administrator-actions-about-me')).toMatchObject([
      { submission: 'Sunk boat' },
      { submission: 'My boat', reason: null },
      { submission: null, reason: 'Why A boat without name' },
    ])
    expect(json('administrator-actions-by-me')).toEqual([])
    expect((await sharp(files.get(`images/${imageId}.webp`)).metadata()).width).toBe(40)
    const text = [...files].map(([name, content]) => (name.endsWith('.webp') ? '' : content)).join('\n')
    for (const other of [author, voter]) {
      expect(text).not.toContain(other.id)
      expect(text).not.toContain(other.displayName)
    }
    expect(text).not.toContain(token)
    // Only the text of the archive names the list of tokens.
    const named = /^access-tokens .*$/m
    expect(text).toMatch(named)
    expect(text.replace(named, '')).not.toMatch(/token|hash/i)
  })

  it('does not show votes that the challenge hides', async () => {
    const { member, token } = await signedIn('hidden')
    const { challenge, submission: mine } = await makeBallot(db, { author: member, showVotes: false })
    await castVote(db, as(await makeMember(db)), challenge, mine)
    const files = unzip(Buffer.from(await (await send(download, member, token)).arrayBuffer()))
    expect(JSON.parse(String(files.get('submissions.json')))).toMatchObject([{ votes: null }])
    expect(String(files.get('points.json'))).not.toContain('vote_received')
  })

  it('does not name a challenge that became a draft again', async () => {
    const { member, token } = await signedIn('drafted')
    const challenge = await makeChallenge(db)
    await makeSubmission(db, member, challenge, { title: 'My boat' })
    await db.rows(sql`update challenges set status = 'draft', title = 'A secret' where id = ${challenge}`)
    const files = unzip(Buffer.from(await (await send(download, member, token)).arrayBuffer()))
    expect(JSON.parse(String(files.get('submissions.json')))).toMatchObject([
      { challenge: null, title: 'My boat' },
    ])
    expect([...files.values()].join('\n')).not.toContain('A secret')
  })

  it('names the rejected submissions of the member, but not those of others', async () => {
    const { member, token } = await signedIn('rejected')
    const author = await makeMember(db)
    const challenge = await makeChallenge(db)
    const mine = await makeSubmission(db, member, challenge, { title: 'My boat' })
    const theirs = await makeSubmission(db, author, challenge, { title: 'Their secret' })
    await openVoting(db, challenge)
    await addToShortlist(db, as(member), challenge, theirs)
    for (const submissionId of [mine, theirs])
      await addComment(db, as(member), { challengeId: challenge, submissionId, parentId: null, text: 'Nice' })
    await db.rows(sql`update submissions set status = 'rejected' where challenge_id = ${challenge}`)
    const files = unzip(Buffer.from(await (await send(download, member, token)).arrayBuffer()))
    expect(
      String(files.get('comments.json'))
        .match(/"submission":"?[^",]*/g)
        ?.toSorted(),
    ).toEqual(['"submission":"My boat', '"submission":null'])
    expect(JSON.parse(String(files.get('shortlist.json')))).toMatchObject([{ submission: null }])
    expect([...files.values()].join('\n')).not.toContain('Their secret')
  })

  it('names the submissions of others only while they are public', async () => {
    const { member, token } = await signedIn('reviewed')
    const author = await makeMember(db)
    const challenge = await makeChallenge(db)
    const mine = await makeSubmission(db, member, challenge, { title: 'My boat' })
    const theirs = await makeSubmission(db, author, challenge, { title: 'Their secret' })
    await openVoting(db, challenge)
    await castVote(db, as(member), challenge, theirs)
    await addToShortlist(db, as(member), challenge, theirs)
    await recordImpressions(db, as(member), challenge, [theirs])
    for (const submissionId of [mine, theirs])
      await addComment(db, as(member), { challengeId: challenge, submissionId, parentId: null, text: 'Nice' })
    const named = async (moderation: string) => {
      const answer = await send(download, member, token, {}, {}, { MODERATION: moderation })
      const files = unzip(Buffer.from(await answer.arrayBuffer()))
      return ['votes', 'shortlist', 'seen-submissions', 'comments'].map((name) =>
        JSON.parse(String(files.get(`${name}.json`))).map((row: { submission: unknown }) => row.submission),
      )
    }
    const others = ['Their secret']
    expect(await named('after')).toEqual([others, others, others, ['My boat', 'Their secret']])
    expect(await named('before')).toEqual([[null], [null], [null], ['My boat', null]])
    await db.rows(sql`
      update challenges set show_submissions = false, deadline = app_now() + interval '1 day' where id = ${challenge}`)
    expect(await named('after')).toEqual([[null], [null], [null], ['My boat', null]])
  })

  it('keeps a voided vote whose submission is not public or deleted', async () => {
    const { member, token } = await signedIn('voided')
    const { challenge, submission } = await makeBallot(db, { title: 'Paper boats' }, { title: 'Their boat' })
    await castVote(db, as(member), challenge, submission)
    const admin = await makeAdmin(db)
    await voidVotesOf(db, as(admin), challenge, { voters: [member.id], reason: 'agreed', note: 'Ring' })
    const voided = async (moderation: string) => {
      const answer = await send(download, member, token, {}, {}, { MODERATION: moderation })
      return JSON.parse(String(unzip(Buffer.from(await answer.arrayBuffer())).get('voided-votes.json')))
    }
    expect(await voided('after')).toMatchObject([{ challenge: 'Paper boats', submission: 'Their boat' }])
    expect(await voided('before')).toMatchObject([{ challenge: 'Paper boats', submission: null }])
    await deleteSubmission({ db, files: noFiles }, as(admin), submission)
    expect(await voided('after')).toMatchObject([{ challenge: 'Paper boats', submission: null }])
  })

  it('is limited to three per hour, and to members', async () => {
    const { member, token } = await signedIn('often')
    for (let requests = 0; requests < 3; requests++) {
      const answer = await send(download, member, token)
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
    const refused = await send(download, member, token)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(3_000)
    expect(await send(download, null, '')).toMatchObject({ status: 302 })
  })

  it('keeps no database connection while its client is slow, and no file after it is gone', async () => {
    const { member, token } = await signedIn('slow')
    await addIdentities(member.id)
    const answer = await send(download, member, token)
    await expect.poll(openReads).toEqual([])
    expect(await openFiles()).toHaveLength(1)
    await answer.body?.cancel()
    await expect.poll(openFiles).toEqual([])
  })

  it('leaves out an image that is deleted before its turn', async () => {
    const { services, member, images } = await withImages(2)
    const archive = await openArchive(services, member.id, new AbortController().signal)
    await services.files.deleteAll(imageFolder(images[0] ?? ''))
    const names = [...unzip(Buffer.concat(await archive.toArray())).keys()]
    expect(names.filter((name) => name.endsWith('.webp'))).toEqual([`images/${images[1]}.webp`])
  })

  it('holds no image of the file store while its client reads nothing', async () => {
    const { services, member } = await withImages(1)
    const image = Readable.from(
      Array.from({ length: 60 }, () => Buffer.alloc(65_536)),
      { objectMode: false },
    )
    const files = { ...services.files, get: async () => ({ stream: image, size: 60 * 65_536 }) }
    const archive = await openArchive({ ...services, files }, member.id, new AbortController().signal)
    await expect.poll(() => image.closed).toBe(true)
    expect(unzip(Buffer.concat(await archive.toArray())).size).toBeGreaterThan(20)
    await expect.poll(openFiles).toEqual([])
  })

  it('ends without an error when the client leaves while an image is opened', async () => {
    const { services, member } = await withImages(1)
    const client = new AbortController()
    const image = Readable.from([Buffer.alloc(9)])
    const files = {
      ...services.files,
      async get() {
        client.abort()
        await new Promise(setImmediate)
        return { stream: image, size: 9 }
      },
    }
    const archive = await openArchive({ ...services, files }, member.id, client.signal)
    archive.resume()
    await expect.poll(() => image.destroyed).toBe(true)
    // Later than an error of the image, which the test would fail with.
    await new Promise(setImmediate)
    expect(archive.destroyed).toBe(true)
    await expect.poll(openFiles).toEqual([])
  })

  it('breaks off when it takes too long, or an image cannot be read', async () => {
    const { services, member } = await withImages(1)
    const { signal } = new AbortController()
    const slow = await openArchive(services, member.id, signal, 50)
    await expect(finished(slow)).rejects.toThrow('it took too long')
    const files = { ...services.files, get: () => Promise.reject(new Error('no answer')) }
    const broken = await openArchive({ ...services, files }, member.id, signal)
    await expect(broken.toArray()).rejects.toThrow('no answer')
    await expect.poll(openFiles).toEqual([])
  })

  it.each([
    'before its connection',
    'while its connection opens',
    'while its statement runs',
    'after its opening',
  ])('closes its connections when the request aborts %s', async (moment) => {
    const services = (await requestContext(db, null)).get(servicesContext)
    const client = new AbortController()
    const abort = () => client.abort()
    const connect = async () => {
      const connection = await db.connect({ applicationName: 'creative-dojo reading' })
      if (moment.includes('connection opens')) abort()
      if (moment.includes('statement')) setImmediate(abort)
      return connection
    }
    if (moment.startsWith('before')) abort()
    const { id } = await makeMember(db)
    if (moment.startsWith('after')) await addIdentities(id)
    const opening = openArchive({ ...services, db: { connect } }, id, client.signal)
    if (moment.startsWith('after')) {
      const archive = await opening
      abort()
      expect(archive.destroyed).toBe(true)
    } else await expect(opening).rejects.toThrow()
    await expect.poll(openReads).toEqual([])
    await expect.poll(openFiles).toEqual([])
  })
})

/** A member with some images, the oldest first. */
async function withImages(count: number) {
  const { member } = await signedIn(newId())
  const services = (await requestContext(db, member)).get(servicesContext)
  const images: string[] = []
  for (let i = 0; i < count; i++) images.push(await storeSmallImage(services, member.id))
  return { services, member, images }
}

async function storeSmallImage(services: Services, ownerId: string): Promise<string> {
  const source = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  return accepted(await storeImage(services, { ownerId, purpose: 'submission', bytes: source })).id
}

/** The temporary files of this process, which have no names. */
async function openFiles(): Promise<string[]> {
  const files = await readdir('/proc/self/fd')
  const targets = await Promise.all(files.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
  return targets.filter((path) => path.includes('/uploads/') && path.endsWith('(deleted)'))
}

/** So many that the archive's buffers do not hold them. */
function addIdentities(memberId: string) {
  return db.rows(sql`
    insert into identities (issuer, subject, user_id)
    select 'https://id.example', concat(gen_random_uuid(), gen_random_uuid()), ${memberId}
    from generate_series(1, 20000)`)
}

function openReads() {
  return db.rows(sql`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = 'creative-dojo reading'`)
}

const whole = { submissions: 'remove', confirm: 'yes' }

async function signedIn(subject: string): Promise<{ member: Member; token: string }> {
  const member = await makeMember(db)
  const email = `${subject}@example.org`
  await db.rows(sql`update users set email = ${email} where id = ${member.id}`)
  await db.rows(sql`
    insert into identities (issuer, subject, user_id, email) values ('https://id.example', ${subject}, ${member.id}, ${email})`)
  return { member, token: await startSession(db, member.id) }
}

async function confirm(member: Member, token: string, subject: string): Promise<void> {
  const sessionId = (await sessionIdOf(db, member, token)) ?? ''
  await confirmSession(db, sessionId, { issuer: 'https://id.example', subject })
}

async function open(tokens: string[]): Promise<boolean[]> {
  const found = await Promise.all(tokens.map((token) => findViewer(db, token, admins)))
  return found.map((signedIn) => signedIn !== null)
}

const endAll = (args: object) => endSessions({ ...args, pattern: '/sessions/end-all' } as never)
const endOthers = (args: object) => endSessions({ ...args, pattern: '/sessions/end-others' } as never)

/** Sends a form of the account pages and answers with the response, thrown or returned. */
async function send(
  action: (args: never) => unknown,
  viewer: Viewer,
  token: string,
  fields: Record<string, string> = {},
  params: Record<string, string> = {},
  env: NodeJS.ProcessEnv = {},
  given: Partial<Services> = {},
): Promise<Response> {
  const headers = { Cookie: `session=${token}` }
  const request = new Request(`${origin}/profile/account`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  const context = await requestContext(db, viewer, env)
  context.set(servicesContext, { ...context.get(servicesContext), ...given })
  const run = action as (args: object) => unknown
  try {
    return answerOf(await run({ request, params, context, url: new URL(request.url) }))
  } catch (thrown) {
    return answerOf(thrown)
  }
}

function answerOf(answer: unknown): Response {
  if (answer instanceof Response) return answer
  const { init } = answer as { init?: ResponseInit }
  if (!init) throw answer
  return new Response(null, init)
}
