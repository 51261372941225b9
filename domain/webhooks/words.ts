import { addressesOf, type WebhookEvent, type WebhookSite } from './messages.ts'

/** What people read of an event, in plain text without markup. */
interface EventWords {
  headline: string
  /** Of the challenge; null for a test. */
  title: string | null
  /** A sentence of our own words. */
  sentence: string
  /** Texts of members. */
  lines: string[]
  /** Null for a test. */
  url: string | null
  image: string | null
}

const HEADLINES: Record<WebhookEvent['kind'], string> = {
  'challenge.opened': 'Open for entries',
  'challenge.deadline_moved': 'New deadline',
  'voting.opened': 'Voting is open',
  'challenge.completed': 'Results',
  'submission.received': 'New entry',
  'webhook.test': 'Test',
}

const mostPlaces = 3

/** The words of an event for chats; `time` writes a moment for their readers. */
export function eventWords(
  event: WebhookEvent,
  site: WebhookSite,
  time: (moment: Date) => string,
): EventWords {
  const { kind, challenge, submission, results } = event
  const addresses = challenge && addressesOf(site, challenge)
  const subject = submission ? addresses?.submission(submission.id) : addresses?.challenge
  return {
    headline: HEADLINES[kind],
    title: challenge?.title ?? null,
    sentence: sentenceOf(event, site, time),
    lines: [
      ...(submission ? [`${submission.title} by ${submission.author.name}`] : []),
      ...(results?.places ?? [])
        .slice(0, mostPlaces)
        .map(
          ({ place, votes, submission: { title, author } }) =>
            `${place}. ${title} by ${author.name}, ${counted(votes, 'vote', 'votes')}`,
        ),
    ],
    url: (results ? addresses?.results : subject?.url) ?? null,
    image: subject?.image ?? null,
  }
}

function sentenceOf(
  { kind, challenge, deadline, results }: WebhookEvent,
  { productName }: WebhookSite,
  time: (moment: Date) => string,
): string {
  const { from, to } = deadline ?? {}
  switch (kind) {
    case 'challenge.opened':
      return challenge?.deadline ? `Enter by ${time(challenge.deadline)}.` : ''
    case 'challenge.deadline_moved':
      if (!to) return ''
      return `Enter by ${time(new Date(to))}${from ? ` instead of ${time(new Date(from))}` : ''}.`
    case 'voting.opened':
      return challenge?.votingEndsAt ? `Vote until ${time(challenge.votingEndsAt)}.` : ''
    case 'challenge.completed':
      return results
        ? `${counted(results.entries, 'entry', 'entries')}, ${counted(results.votes, 'vote', 'votes')}.`
        : ''
    case 'submission.received':
      return ''
    case 'webhook.test':
      return `Messages of ${productName} arrive here.`
  }
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

/** The beginning of a text that is at most `most` UTF-16 units long once it is written. */
export function within(text: string, most: number, write: (text: string) => string): string {
  const whole = write(text)
  if (whole.length <= most) return whole
  let written = ''
  for (const character of text) {
    const next = write(character)
    if (written.length + next.length >= most) break
    written += next
  }
  return `${written}…`
}
