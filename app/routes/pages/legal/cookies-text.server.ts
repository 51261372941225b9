import { browser, changes, contact, otherStorage } from './cookies-rest.server.tsx'
import { choice, essential, kinds, players } from './cookies-use.server.tsx'
import type { LegalText } from './legal-text.server.ts'

/** The cookie policy (CONT-11). */
export const cookiesText: LegalText = {
  title: 'Cookie Policy',
  subtitle: 'Which cookies the dojo sets, which ones others may set, and how you decide about them.',
  inShort: [
    'The dojo’s own cookies are few: those it needs to work, and one for a theme that you chose. None follows you.',
    'Players of YouTube, Vimeo, SoundCloud and Suno set cookies of their own: those are non-essential.',
    'Accept them, and players load at once. Decline them, and each player waits for your click.',
    'You can change your answer on this page at any time.',
  ],
  sections: [kinds, essential, players, choice, browser, otherStorage, changes, contact],
  related: [
    { to: '/privacy', label: 'Privacy Policy', text: 'What the dojo keeps about you, and who sees it.' },
    { to: '/terms', label: 'Terms of Service', text: 'What you and the dojo may expect of each other.' },
  ],
}
