import type { Kind } from '#domain/challenges/rules.ts'

/** What the link of a submission leads to, by kind. */
const LINK_LABELS: Record<Kind, string> = {
  image: 'Link to the work',
  text: 'Link to the text',
  audio: 'Link to your song',
  video: 'Link to your video',
  code: 'Link to the page',
  special: 'Link to your work',
}

/** The label of the content link in forms. */
export function linkLabel(kind: Kind): string {
  return LINK_LABELS[kind]
}

/** The label of the description in forms: the description of a text is the text itself. */
export function descriptionLabel(kind: Kind): string {
  return kind === 'text' ? 'Your text' : 'Description'
}
