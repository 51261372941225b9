import sql from 'sql-template-tag'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordWebhookEvent } from '#domain/events/webhooks.server.ts'
import {
  closeEntries,
  completeChallenge,
  extendChallenge,
  openChallenge,
} from '#domain/lifecycle/commands.server.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { OutboundRefusal, outboundScope, postOutside } from '#platform/http/outbound.server.ts'
import {
  accepted,
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
import { aWebhook, makeWebhook, openReceiver, type Received } from '#test/webhooks.ts'
import { sendDeliveryAgain, sendWebhookTest, updateWebhook } from './commands.server.ts'
import { sendDueWebhooks, sweepWebhookDeliveries } from './deliveries.server.ts'
import { deliveriesOf, findWebhook } from './queries.server.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)
const config = { productName: 'Dojo', publicUrl: 'http://localhost:3000', moderation: 'after' as const }
const close: (() => void)[] = []

beforeEach(async () => {
  await db.rows(sql`delete from webhooks`)
})
afterEach(() => {
  for (const one of close.splice(0)) one()
})

/** As the schedule posts on a site that is on this machine. */
const postHere: typeof postOutside = (address, message, options) =>
  postOutside(address, message, { ...outboundScope(config), ...options })

function send(post: typeof postOutside = postHere, on = db) {
  return sendDueWebhooks({ db: on, config, post })
}

async function receiver(...args: Parameters<typeof openReceiver>) {
  const opened = await openReceiver(...args)
  close.push(opened.close)
  return opened
}

/** Posts nothing, and counts the addresses. */
function answering(...answers: (number | Error)[]) {
  const posted: string[] = []
  const post = async (address: string) => {
    const answer = answers[Math.min(posted.length, answers.length - 1)] ?? 204
    posted.push(address)
    if (typeof answer !== 'number') throw answer
    return answer
  }
  return { post, posted }
}

const [deadline, later] = [daysFromNow(7), daysFromNow(9)]

function openVotingOf(challenge: string): Promise<unknown> {
  return openVoting(db, challenge)
}

/** Records one event for each webhook. */
async function openOne(title = 'Paper boats'): Promise<string> {
  const challenge = await makeChallenge(db, { status: 'draft', title })
  accepted(await openChallenge(db, as(admin), challenge))
  return challenge
}

async function makeDue(): Promise<void> {
  await db.rows(sql`update webhook_deliveries set due_at = app_now() where status = 'waiting'`)
}

function verified(secret: string | undefined, { body, headers }: Received) {
  return new Webhook(secret ?? '').verify(body, headers as Record<string, string>) as {
    type: string
    timestamp: string
    data: Record<string, never>
  }
}

describe('a receiver that is not ours (HOOK-3)', () => {
  it('verifies what it gets, by the secret of the webhook alone', async () => {
    const { url, received } = await receiver()
    const id = await makeWebhook(db, admin, { url })
    const challenge = await openOne('Paper “boats” & <tea>')
    expect(await send()).toEqual({ sent: 1, failed: 0, error: null })
    const [one] = received
    if (!one) throw new Error('nothing arrived')
    const { secret } = (await findWebhook(db, admin, id)) ?? {}
    expect(verified(secret, one)).toMatchObject({
      type: 'challenge.opened',
      data: {
        site: { name: 'Dojo', url: config.publicUrl },
        challenge: {
          id: challenge,
          title: 'Paper “boats” & <tea>',
          status: 'active',
          url: `${config.publicUrl}/challenges/${challenge}`,
          image: `${config.publicUrl}/challenges/${challenge}/share.png`,
        },
      },
    })
    const [{ id: delivery = '' } = {}] = await deliveriesOf(db, admin, id, 'after')
    expect(one.headers).toMatchObject({ 'webhook-id': delivery, 'content-type': 'application/json' })
    expect(() => verified(secret, { ...one, body: one.body.replace('tea', 'sea') })).toThrow()
    expect(() => verified('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', one)).toThrow()
    expect(Number.isNaN(Date.parse(verified(secret, one).timestamp))).toBe(false)
  })

  it('gets the results, the winner first, and of a secret ballot no count before', async () => {
    const { url, received } = await receiver()
    const id = await makeWebhook(db, admin, { url, kinds: ['voting.opened', 'challenge.completed'] })
    const [first, second] = [await makeMember(db), await makeMember(db, { displayName: 'Second <Fox>' })]
    const challenge = await makeChallenge(db, { showVotes: false })
    const submissions = [
      await makeSubmission(db, first, challenge, { title: 'One' }),
      await makeSubmission(db, second, challenge, { title: 'Two' }),
    ]
    await openVoting(db, challenge)
    await db.rows(sql`
      insert into webhook_deliveries (id, webhook_id, kind, key, challenge_id)
      values (gen_random_uuid(), ${id}, 'voting.opened', 'opened', ${challenge})`)
    accepted(await castVote(db, as(await makeMember(db)), challenge, submissions[1] ?? ''))
    await send()
    accepted(await completeChallenge(db, as(admin), challenge))
    await send()
    const { secret } = (await findWebhook(db, admin, id)) ?? {}
    const [voting, completed] = received.map((one) => verified(secret, one))
    expect(JSON.stringify(voting)).not.toMatch(/"votes"|results/)
    const path = `${config.publicUrl}/challenges/${challenge}/submissions/${submissions[1]}`
    const author = { name: 'Second <Fox>', url: `${config.publicUrl}/profile/${second.id}` }
    expect(completed?.data).toMatchObject({
      results: {
        entries: 2,
        votes: 1,
        places: [
          {
            place: 1,
            votes: 1,
            submission: { id: submissions[1], title: 'Two', url: path, image: `${path}/share.png`, author },
          },
        ],
      },
    })
  })

  it('gets an entry with its author, and a test without a challenge', async () => {
    const { url, received } = await receiver()
    const id = await makeWebhook(db, admin, { url })
    const author = await makeMember(db)
    await makeSubmission(db, author, await makeChallenge(db), { title: 'Static garden' })
    accepted(await sendWebhookTest(db, admin, id))
    expect(await send()).toMatchObject({ sent: 2 })
    const { secret } = (await findWebhook(db, admin, id)) ?? {}
    const events = received.map((one) => verified(secret, one))
    const entry = events.find(({ type }) => type === 'submission.received')
    expect(entry?.data).toMatchObject({
      submission: { title: 'Static garden', author: { name: author.displayName } },
    })
    expect(events.find(({ type }) => type === 'webhook.test')?.data).toEqual({
      site: { name: 'Dojo', url: config.publicUrl },
    })
  })
})

describe('what is public no longer is not sent (HOOK-2)', () => {
  it.each([
    ['a rejected entry', (_: string, submission: string) => rejectSubmission(db, as(admin), submission, '')],
    [
      'a challenge that is a draft again',
      (challenge: string) => db.rows(sql`update challenges set status = 'draft' where id = ${challenge}`),
    ],
  ])('%s', async (_, change) => {
    const id = await makeWebhook(db, admin)
    const challenge = await makeChallenge(db)
    const submission = await makeSubmission(db, await makeMember(db), challenge)
    await change(challenge, submission)
    const { post, posted } = answering(204)
    await send(post)
    expect(posted).toEqual([])
    expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([{ status: 'dropped' }])
  })
})

describe('what no longer holds is not sent (HOOK-2)', () => {
  const ended = (status: string) => (challenge: string) =>
    db.rows(sql`update challenges set status = ${status}, completed_at = app_now() where id = ${challenge}`)
  const moveTo = (moment: Date) => (challenge: string) =>
    db.rows(sql`update challenges set deadline = ${moment} where id = ${challenge}`)

  it.each([
    ['challenge.opened', 'an opening of what is canceled', ended('canceled'), 0],
    ['challenge.opened', 'an opening of what is voted on', openVotingOf, 0],
    ['challenge.opened', 'an opening whose deadline moved since', moveTo(later), 1],
    ['voting.opened', 'a vote before it begins again', moveTo(later), 0],
    ['voting.opened', 'a vote that goes on', openVotingOf, 1],
    ['voting.opened', 'a vote that has ended', ended('completed'), 0],
    ['challenge.deadline_moved', 'a deadline that moved again', moveTo(later), 0],
    ['challenge.deadline_moved', 'a deadline that holds', moveTo(deadline), 1],
    ['challenge.deadline_moved', 'a deadline of what is canceled', ended('canceled'), 0],
  ] as const)('%s: %s', async (kind, _, change, sent) => {
    const id = await makeWebhook(db, admin, { kinds: [kind] })
    const challengeId = await makeChallenge(db, { deadline })
    await recordWebhookEvent(db, {
      kind,
      challengeId,
      ...(kind === 'challenge.deadline_moved' && {
        details: { deadline: { from: null, to: deadline.toISOString() } },
      }),
    })
    await change(challengeId)
    const { post, posted } = answering(204)
    await send(post)
    expect(posted).toHaveLength(sent)
    expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([
      { status: sent ? 'delivered' : 'dropped' },
    ])
  })

  it('a deadline that moved twice is told once, the last', async () => {
    const { url, received } = await receiver()
    const id = await makeWebhook(db, admin, { url, kinds: ['challenge.deadline_moved'] })
    const { challenge } = await makeBallot(db)
    accepted(await extendChallenge(db, as(admin), challenge))
    await send(answering(503).post)
    accepted(await closeEntries(db, as(admin), challenge))
    await makeDue()
    expect(await send()).toMatchObject({ sent: 1 })
    const { secret } = (await findWebhook(db, admin, id)) ?? {}
    const { deadline: now } = (await db.row<{ deadline: Date }>(sql`
      select deadline from challenges where id = ${challenge}`)) ?? { deadline: null }
    expect(received.map((one) => verified(secret, one).data)).toMatchObject([
      { deadline: { to: now?.toISOString() } },
    ])
  })
})

describe('a webhook that is off', () => {
  it('is not told of what was recorded while it was switched off', async () => {
    const id = await makeWebhook(db, admin)
    const challengeId = await makeChallenge(db)
    await db.transaction(async (tx) => {
      await recordWebhookEvent(tx, { kind: 'challenge.opened', challengeId })
      const off = { form: { ...aWebhook, enabled: false }, version: 0 }
      accepted(await updateWebhook(another(2), admin, id, off))
    })
    const { post, posted } = answering(204)
    await send(post)
    expect(posted).toEqual([])
    expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([
      { status: 'dropped', answer: 'Not sent: the webhook was switched off' },
    ])
  })

  it('gets a test, and what an administrator sends again', async () => {
    const id = await makeWebhook(db, admin)
    await openOne()
    accepted(await updateWebhook(db, admin, id, { form: { ...aWebhook, enabled: false }, version: 0 }))
    const [delivery] = await deliveriesOf(db, admin, id, 'after')
    accepted(await sendDeliveryAgain(db, admin, id, delivery?.id ?? ''))
    accepted(await sendWebhookTest(db, admin, id))
    expect(await send(answering(204).post)).toMatchObject({ sent: 2 })
  })
})

describe('sending (HOOK-4)', () => {
  it('tells each webhook once when two processes send at the same time', async () => {
    const { url, received } = await receiver()
    for (let made = 0; made < 3; made++) await makeWebhook(db, admin, { url })
    for (let opened = 0; opened < 4; opened++) await openOne()
    const results = await Promise.all([send(), send(postHere, another(4))])
    expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(12)
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect([ids.length, new Set(ids).size]).toEqual([12, 12])
  })

  it('sends again with the same id after a process ended between sending and noting it', async () => {
    const { url, received } = await receiver()
    await makeWebhook(db, admin, { url })
    await openOne()
    // The process ends once the message is posted: its statements no longer reach the database.
    let posted = false
    const dying = {
      ...db,
      row: db.row.bind(db),
      rows: db.rows.bind(db),
      transaction: () => (posted ? Promise.reject(new Error('crashed')) : Promise.reject(new Error('early'))),
    } as unknown as typeof db
    const post: typeof postOutside = async (...args) => {
      const status = await postHere(...args)
      posted = true
      return status
    }
    await expect(send(post, dying)).rejects.toThrow('crashed')
    expect(await send()).toMatchObject({ sent: 0 })
    await makeDue()
    expect(await send()).toMatchObject({ sent: 1 })
    const [first, second] = received.map(({ headers }) => headers['webhook-id'])
    expect([received.length, first]).toEqual([2, second])
  })

  it('a late answer does not change what another process has taken since', async () => {
    const id = await makeWebhook(db, admin)
    await openOne()
    const post = async () => {
      await makeDue()
      await sendDueWebhooks({ db: another(2), config, post: answering(204).post })
      return 500
    }
    await send(post)
    expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([
      { status: 'delivered', attempts: 2, answer: 'Answered 204' },
    ])
  })

  it.each([500, 404, 429, 302, new Error('connection reset')])(
    'repeats after %s with growing waits for a day, then gives up',
    async (answer) => {
      const id = await makeWebhook(db, admin)
      await openOne()
      const { post, posted } = answering(answer)
      const waits: number[] = []
      for (let attempt = 0; attempt < 9; attempt++) {
        await send(post)
        const row = await db.row<{ wait: number }>(sql`
          select round(extract(epoch from due_at - app_now()) / 60)::int as wait
          from webhook_deliveries where status = 'waiting'`)
        if (row) waits.push(row.wait)
        await makeDue()
      }
      expect(waits).toEqual([1, 5, 30, 120, 300, 480, 600])
      expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(24 * 60)
      expect(posted).toHaveLength(8)
      const shown = answer instanceof Error ? 'Not sent: connection reset' : `Answered ${answer}`
      expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([
        { status: 'given_up', attempts: 8, answer: shown },
      ])
      expect(await findWebhook(db, admin, id)).toMatchObject({ enabled: true })
    },
  )

  it('switches a webhook off after five that were given up in a row, and gives up what waits', async () => {
    const id = await makeWebhook(db, admin)
    const refusal = new OutboundRefusal('club.example is not a public host')
    for (let opened = 0; opened < 4; opened++) await openOne()
    await send(answering(refusal).post)
    await openOne()
    await send(answering(204).post)
    for (let opened = 0; opened < 7; opened++) await openOne()
    const { post, posted } = answering(refusal)
    await send(post)
    expect(posted).toHaveLength(5)
    expect(await findWebhook(db, admin, id)).toMatchObject({
      enabled: false,
      switchedOffAt: expect.any(Date),
    })
    const waiting = await deliveriesOf(db, admin, id, 'after')
    expect(waiting.filter(({ answer }) => answer === 'Not sent: the webhook was switched off')).toHaveLength(
      2,
    )
    accepted(await updateWebhook(db, admin, id, { form: aWebhook, version: 1 }))
    expect(await findWebhook(db, admin, id)).toMatchObject({ enabled: true, switchedOffAt: null })
    await openOne()
    await send(answering(refusal).post)
    expect(await findWebhook(db, admin, id)).toMatchObject({ enabled: true })
  })

  it('switches a webhook off whose receiver is gone', async () => {
    const id = await makeWebhook(db, admin)
    for (let opened = 0; opened < 2; opened++) await openOne()
    const { post, posted } = answering(410)
    await send(post)
    expect(posted).toHaveLength(1)
    expect(await findWebhook(db, admin, id)).toMatchObject({ enabled: false })
  })

  it('sends what was delivered again with the same id', async () => {
    const { url, received } = await receiver()
    const id = await makeWebhook(db, admin, { url })
    await openOne()
    await send()
    const [delivered] = await deliveriesOf(db, admin, id, 'after')
    accepted(await sendDeliveryAgain(db, admin, id, delivered?.id ?? ''))
    await send()
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([delivered?.id, delivered?.id])
  })

  it('sends to the others while one does not answer, one request to each at a time', async () => {
    await makeWebhook(db, admin, { url: 'https://slow.example/' })
    await makeWebhook(db, admin, { url: 'https://other.example/' })
    for (let opened = 0; opened < 3; opened++) await openOne()
    const othersTold = Promise.withResolvers<void>()
    const posted: string[] = []
    const post = async (address: string) => {
      posted.push(address)
      if (address === 'https://slow.example/') {
        await othersTold.promise
        return 204
      }
      if (posted.filter((one) => one === address).length === 3) othersTold.resolve()
      return 204
    }
    expect(await send(post)).toMatchObject({ sent: 6 })
    expect(posted.slice(0, 4).filter((address) => address === 'https://slow.example/')).toHaveLength(1)
  })

  it('sends to at most four webhooks at a time', async () => {
    for (let made = 0; made < 9; made++) await makeWebhook(db, admin)
    await openOne()
    let [open, most] = [0, 0]
    const four = Promise.withResolvers<void>()
    const post = async () => {
      most = Math.max(most, ++open)
      if (open === 4) four.resolve()
      await four.promise
      await db.rows(sql`select 1`)
      open--
      return 204
    }
    expect(await send(post)).toMatchObject({ sent: 9 })
    expect(most).toBe(4)
  })

  it('keeps the log for 30 days', async () => {
    const id = await makeWebhook(db, admin)
    for (let opened = 0; opened < 3; opened++) await openOne()
    await send(answering(204, 204, 500).post)
    await db.rows(sql`
      update webhook_deliveries set created_at = created_at - interval '31 days',
        ended_at = ended_at - case when answer = 'Answered 204' and id = (
          select min(id::text)::uuid from webhook_deliveries where status = 'delivered')
          then interval '30 days 1 second' else interval '29 days' end`)
    expect(await sweepWebhookDeliveries(db)).toBe(1)
    expect(await deliveriesOf(db, admin, id, 'after')).toHaveLength(2)
  })
})

describe('an address (HOOK-5)', () => {
  it('that leads to a private one by its name is refused without a request', async () => {
    const id = await makeWebhook(db, admin)
    await openOne()
    const resolve = async () => ['10.0.0.7']
    await send((address, message) => postOutside(address, message, { resolve }))
    expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([
      { status: 'given_up', answer: 'Not sent: club.example is not a public host' },
    ])
  })

  it('of this machine is refused on a site that is not', async () => {
    const { url, received } = await receiver()
    const id = await makeWebhook(db, admin, { url })
    await openOne()
    const elsewhere = outboundScope({ publicUrl: 'https://dojo.example' })
    await send((address, message) => postOutside(address, message, elsewhere))
    expect(received).toEqual([])
    expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([{ status: 'given_up' }])
  })

  it('that redirects to a private one is not followed', async () => {
    const inner = await receiver()
    const outer = await receiver((_, response) => response.writeHead(307, { Location: inner.url }).end())
    const id = await makeWebhook(db, admin, { url: outer.url })
    await openOne()
    await send()
    expect([outer.received.length, inner.received.length]).toEqual([1, 0])
    expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([
      { status: 'waiting', answer: 'Answered 307' },
    ])
  })

  it('whose answer does not end, or never comes, is given up in time and tried again', async () => {
    const { url } = await receiver((_, response) => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('.'), 5)
      response.on('close', () => clearInterval(drip))
    })
    const silent = await receiver(() => undefined)
    const ids = [await makeWebhook(db, admin, { url }), await makeWebhook(db, admin, { url: silent.url })]
    await openOne()
    await send((address, message) => postHere(address, message, { timeoutMs: 100 }))
    for (const id of ids)
      expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([
        { status: 'waiting', attempts: 1, answer: 'Not sent: no answer in time' },
      ])
  })
})

it('a ballot of another webhook tells nothing of who voted', async () => {
  const { url, received } = await receiver()
  await makeWebhook(db, admin, { url })
  const voter = await makeMember(db, { displayName: 'Secret Voter' })
  const { challenge, submission } = await makeBallot(db, { showVotes: false })
  accepted(await castVote(db, as(voter), challenge, submission))
  accepted(await completeChallenge(db, as(admin), challenge))
  await send()
  expect(received).toHaveLength(2)
  expect(received.map(({ body }) => body).join()).not.toContain('Secret Voter')
})
