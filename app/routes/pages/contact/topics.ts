import type { IconName } from '#app/ui/icons/icon.tsx'

/** What people write about, each with the subject that the letter gets. */
export const TOPICS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'plus',
    title: 'Suggest a resource',
    text: 'A tutorial, a video, a text: the link, and what it taught you.',
  },
  {
    icon: 'warning',
    title: 'Report an entry or a member',
    text: 'The address of the page, and what is wrong with it.',
  },
  {
    icon: 'people',
    title: 'My account or my information',
    text: 'A copy, a correction, or the deletion of what the dojo keeps about you.',
  },
  {
    icon: 'search',
    title: 'A fault or a weakness',
    text: 'What you did, what happened, and what you had expected. Weaknesses in private, please.',
  },
]
