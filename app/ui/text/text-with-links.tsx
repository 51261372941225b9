import type { LinkedText } from '#platform/text/links.server.ts'
import { MEMBERS_LINK, TextLink } from '../text-link.tsx'

/** A text of a member, with its addresses as links. The title shows where one leads, as letters may look alike. */
export function TextWithLinks({ text }: { text: LinkedText }) {
  return text.map((part, place) =>
    typeof part === 'string' ? (
      part
    ) : (
      <TextLink
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
        key={place}
        as="a"
        href={part.href}
        title={part.href === part.text ? undefined : part.href}
        dir="auto"
        {...MEMBERS_LINK}
      >
        {part.text}
      </TextLink>
    ),
  )
}
