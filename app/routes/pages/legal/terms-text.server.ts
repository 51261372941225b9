import type { LegalText } from './legal-text.server.ts'
import { aiContent, challenges, content, prohibited } from './terms-dojo.server.tsx'
import { accounts, agreement, alpha, changes, contact, law, termination } from './terms-house.server.tsx'

/** The terms of service (CONT-10). */
export const termsText: LegalText = {
  title: 'Terms of Service',
  subtitle: 'What you may expect of the dojo, and what the dojo expects of you.',
  inShort: [
    'What you make stays yours. You let the dojo show it.',
    'One account per person, one entry and one vote per challenge, own work made with AI tools.',
    'Voting decisions are final. Points and ranks are an honor and have no monetary value.',
    'If these terms change in a way that matters, you hear of it about 30 days before.',
  ],
  sections: [
    agreement,
    accounts,
    content,
    aiContent,
    challenges,
    prohibited,
    termination,
    alpha,
    changes,
    law,
    contact,
  ],
  related: [
    { to: '/privacy', label: 'Privacy Policy', text: 'What the dojo keeps about you, and who sees it.' },
    { to: '/cookies', label: 'Cookie Policy', text: 'Every cookie by name, and your choice about them.' },
  ],
}
