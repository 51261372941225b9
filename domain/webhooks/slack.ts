import type { WebhookEvent, WebhookSite } from './messages.ts'
import { eventWords, within } from './words.ts'

// Slack's limits, in UTF-16 units.
const longest = { header: 150, line: 900, alt: 2_000 }

/** A message for an incoming webhook of Slack, with the share picture (HOOK-8). Titles and names are plain text. */
export function slackMessage(event: WebhookEvent, site: WebhookSite): object {
  const { headline, title, sentence, lines, url, image } = eventWords(event, site, timeOf)
  const subject = title ?? site.productName
  const plain = (text: string, most: number) => ({
    type: 'plain_text',
    text: within(text, most, (one) => one),
    emoji: false,
  })
  const link = url && `<${url}|${event.submission ? 'See the entry' : 'See the challenge'}>`
  const markup = [`*${headline}*`, sentence, link].filter(Boolean).join('\n')
  return {
    text: within(`${headline}: ${subject}`, longest.line, escaped),
    blocks: [
      { type: 'header', text: plain(subject, longest.header) },
      { type: 'section', text: { type: 'mrkdwn', text: title === null ? escaped(sentence) : markup } },
      ...lines.map((line) => ({ type: 'section', text: plain(line, longest.line) })),
      ...(image
        ? [{ type: 'image', image_url: image, alt_text: within(subject, longest.alt, (one) => one) }]
        : []),
    ],
  }
}

/** In the reader's zone; the text in UTC is for programs that do not know it. */
function timeOf(moment: Date): string {
  const fallback = `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return `<!date^${Math.floor(moment.getTime() / 1000)}^{date_short_pretty} at {time}|${fallback}>`
}

/** Without what Slack takes for a link, a mention or an entity. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
