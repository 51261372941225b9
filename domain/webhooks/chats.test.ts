import { describe, expect, it } from 'vitest'
import { discordMessage } from './discord.ts'
import type { WebhookEvent } from './messages.ts'
import { slackMessage } from './slack.ts'

const site = { productName: 'Dojo', publicUrl: 'https://dojo.example' }
const at = new Date('2026-03-29T01:30:00Z')
const deadline = new Date('2026-04-05T18:00:00Z')
const unix = deadline.getTime() / 1000
const challenge = {
  id: 'c1',
  title: 'Paper boats',
  kind: 'image',
  type: 'weekly',
  status: 'active' as const,
  startsAt: null,
  deadline,
  votingOpensAt: deadline,
  votingEndsAt: deadline,
}
const page = 'https://dojo.example/challenges/c1'
const author = { id: 'm1', name: 'Quiet Fox' }
const hostile = '<!channel> @everyone **[x](https://evil.example)** `a` <@1> & _b_'
const results = {
  entries: 5,
  votes: 9,
  places: [1, 2, 2, 4].map((place, index) => ({
    place,
    votes: 4 - index,
    submission: { id: `s${index}`, title: `Boat ${index}`, author },
  })),
}

interface DiscordMessage {
  content: string
  embeds?: { title: string; url: string; description: string; image: { url: string } }[]
  allowed_mentions: object
}

interface SlackMessage {
  text: string
  blocks: { type: string; text?: { type: string; text: string }; image_url?: string; alt_text?: string }[]
}

const discord = (event: WebhookEvent) => discordMessage(event, site) as DiscordMessage
const slack = (event: WebhookEvent) => slackMessage(event, site) as SlackMessage

describe('an event as people read it (HOOK-8)', () => {
  const move = { from: deadline.toISOString(), to: new Date(deadline.getTime() + 60_000).toISOString() }
  it.each<[WebhookEvent, string, string]>([
    [{ kind: 'challenge.opened', at, challenge }, 'Open for entries', `Enter by <t:${unix}:f>.`],
    [
      { kind: 'challenge.deadline_moved', at, challenge, deadline: move },
      'New deadline',
      `Enter by <t:${unix + 60}:f> instead of <t:${unix}:f>.`,
    ],
    [{ kind: 'voting.opened', at, challenge }, 'Voting is open', `Vote until <t:${unix}:f>.`],
  ])('%# in Discord', (event, content, description) => {
    expect(discord(event)).toEqual({
      content,
      embeds: [{ title: 'Paper boats', url: page, description, image: { url: `${page}/share.png` } }],
      allowed_mentions: { parse: [] },
    })
  })

  it('results lead to their page and name three places', () => {
    const event: WebhookEvent = { kind: 'challenge.completed', at, challenge, results }
    const [embed] = discord(event).embeds ?? []
    expect(embed?.url).toBe(`${page}/results`)
    expect(embed?.description.split('\n')).toEqual([
      '5 entries, 9 votes.',
      '1. Boat 0 by Quiet Fox, 4 votes',
      '2. Boat 1 by Quiet Fox, 3 votes',
      '2. Boat 2 by Quiet Fox, 2 votes',
    ])
    expect(
      slack(event)
        .blocks.slice(2, 5)
        .map(({ text }) => text?.text),
    ).toEqual([
      '1. Boat 0 by Quiet Fox, 4 votes',
      '2. Boat 1 by Quiet Fox, 3 votes',
      '2. Boat 2 by Quiet Fox, 2 votes',
    ])
  })

  it('an entry has its own page and picture', () => {
    const submission = { id: 's1', title: 'Static garden', author }
    const event: WebhookEvent = { kind: 'submission.received', at, challenge, submission }
    const address = `${page}/submissions/s1`
    expect(discord(event).embeds).toEqual([
      {
        title: 'Paper boats',
        url: address,
        description: 'Static garden by Quiet Fox',
        image: { url: `${address}/share.png` },
      },
    ])
    expect(slack(event)).toEqual({
      text: 'New entry: Paper boats',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Paper boats', emoji: false } },
        { type: 'section', text: { type: 'mrkdwn', text: `*New entry*\n<${address}|See the entry>` } },
        { type: 'section', text: { type: 'plain_text', text: 'Static garden by Quiet Fox', emoji: false } },
        { type: 'image', image_url: `${address}/share.png`, alt_text: 'Paper boats' },
      ],
    })
  })

  it('Slack writes times for the reader, with UTC for other programs', () => {
    const [, section] = slack({ kind: 'challenge.opened', at, challenge }).blocks
    expect(section?.text?.text).toBe(
      `*Open for entries*\nEnter by <!date^${unix}^{date_short_pretty} at {time}|2026-04-05 18:00 UTC>.\n<${page}|See the challenge>`,
    )
  })

  it('a test is a text without a picture', () => {
    const event: WebhookEvent = { kind: 'webhook.test', at }
    expect(discord(event)).toEqual({
      content: 'Test\\: Messages of Dojo arrive here.',
      allowed_mentions: { parse: [] },
    })
    expect(slack(event).blocks.map(({ type }) => type)).toEqual(['header', 'section'])
  })
})

describe('texts of members (HOOK-8)', () => {
  const event: WebhookEvent = {
    kind: 'submission.received',
    at,
    challenge: { ...challenge, title: hostile },
    submission: { id: 's1', title: hostile, author: { id: null, name: hostile } },
  }

  it('mean nothing to Discord but themselves', () => {
    const { embeds: [embed] = [], allowed_mentions } = discord(event)
    for (const text of [embed?.title ?? '', embed?.description ?? '']) {
      expect(text.replaceAll(/\\([^0-9A-Za-z\s])/g, '')).not.toMatch(/[*_`~|<>[\]()#@:\\]/)
      expect(text.replaceAll(/\\([^0-9A-Za-z\s])/g, '$1')).toContain(hostile)
    }
    expect(allowed_mentions).toEqual({ parse: [] })
  })

  it('are plain text or escaped for Slack', () => {
    const { text, blocks } = slack(event)
    expect(text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/)
    const marked = blocks.flatMap((block) => (block.text?.type === 'mrkdwn' ? block.text.text : []))
    expect(marked.join()).not.toContain('everyone')
  })

  it.each(['*', 'W', '𝄞', 'é'])('of many %s end at the limits of the services', (one) => {
    const long = one.repeat(5_000)
    const results = {
      entries: 3,
      votes: 3,
      places: [1, 2, 3].map((place) => ({ place, votes: 1, submission: { id: 's', title: long, author } })),
    }
    const longEvent: WebhookEvent = {
      kind: 'challenge.completed',
      at,
      challenge: { ...challenge, title: long },
      results,
    }
    const { content, embeds: [embed] = [] } = discord(longEvent)
    expect(content.length).toBeLessThanOrEqual(2_000)
    expect(embed?.title.length).toBeLessThanOrEqual(256)
    expect(embed?.description.length).toBeLessThanOrEqual(4_096)
    expect([embed?.title.isWellFormed(), embed?.description.isWellFormed()]).toEqual([true, true])
    expect(embed?.title).not.toMatch(/(^|[^\\])\\…$/)
    const message = slack(longEvent)
    expect(message.text.length).toBeLessThanOrEqual(4_000)
    expect(message.blocks.length).toBeLessThanOrEqual(50)
    for (const { type, text, alt_text = '' } of message.blocks) {
      expect(text?.text.length ?? 0).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000)
      expect(alt_text.length).toBeLessThanOrEqual(2_000)
    }
  })
})
