import type { LegalText } from './legal-text.server.ts'
import { disclosure, information, use } from './privacy-data.server.tsx'
import {
  changes,
  contact,
  cookies,
  options,
  rights,
  security,
  thirdParties,
} from './privacy-rights.server.tsx'

/** The ten sections of the privacy policy (CONT-13). */
export const privacyText: LegalText = {
  title: 'Privacy Policy',
  subtitle: 'What the dojo keeps about you, what for, who sees it, and what you can do about it.',
  inShort: [
    'The dojo keeps what you give it to take part: your sign-in, your profile, your entries and votes.',
    'No advertising, no tracking, nothing sold. Your entries are not used to train AI models.',
    'Players of other sites stay silent until you click them or accept their cookies.',
    'You can download what is stored about you, and delete your account, on your account page.',
  ],
  sections: [
    information,
    use,
    disclosure,
    security,
    rights,
    options,
    cookies,
    thirdParties,
    changes,
    contact,
  ],
  related: [
    { to: '/terms', label: 'Terms of Service', text: 'What you and the dojo may expect of each other.' },
    { to: '/cookies', label: 'Cookie Policy', text: 'Every cookie by name, and your choice about them.' },
  ],
}
