import type { WebhookEvent, WebhookSite } from './messages.ts'
import { eventWords, within } from './words.ts'

// Discord's limits, in UTF-16 units.
const longest = { content: 2_000, title: 256, line: 600 }

/** A message for a webhook of Discord, with the share picture (HOOK-8). It mentions no one. */
export function discordMessage(event: WebhookEvent, site: WebhookSite): object {
  const words = eventWords(event, site, (moment) => `<t:${Math.floor(moment.getTime() / 1000)}:f>`)
  const { headline, title, sentence, lines, url, image } = words
  const description = [sentence, ...lines.map((line) => within(line, longest.line, escaped))]
  return {
    content: within(title === null ? `${headline}: ${sentence}` : headline, longest.content, escaped),
    ...(title !== null && {
      embeds: [
        {
          title: within(title, longest.title, escaped),
          ...(url && { url }),
          description: description.filter(Boolean).join('\n'),
          ...(image && { image: { url: image } }),
        },
      ],
    }),
    allowed_mentions: { parse: [] },
  }
}

/** Without the meaning that Discord gives to punctuation, mentions and addresses. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_~|<>[\]()#:@-]/g, '\\$&')
}
