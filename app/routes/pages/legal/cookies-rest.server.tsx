import { Link } from 'react-router'
import { Address } from '../article/address.tsx'
import type { Section } from '../article/writing.server.ts'

export const browser: Section = {
  id: 'browser',
  title: 'Your Browser’s Settings',
  Body: () => (
    <p>
      Every browser can show, delete and refuse cookies. If you refuse all of them, you can look around here,
      but not sign in. If you delete them, you are signed out and asked about cookies again.
    </p>
  ),
}

export const otherStorage: Section = {
  id: 'other-storage',
  title: 'Other Storage',
  Body: () => (
    <p>
      So that “back” brings you to the place you left, each tab notes how far you had scrolled, until you
      close it. So that a reload does not cost you an unfinished form, your browser keeps what you typed until
      you send or discard it. None of this is sent to us by itself.
    </p>
  ),
}

export const changes: Section = {
  id: 'changes',
  title: 'Changes',
  Body: () => (
    <p>
      When the dojo’s cookies change, this page does too, and the date at its head tells you. If a new kind of
      non-essential cookie comes, you are asked again.
    </p>
  ),
}

export const contact: Section = {
  id: 'contact',
  title: 'Questions',
  Body: ({ house }) => (
    <p>
      Ask us at <Address email={house.contactEmail} subject="Cookies" />. What else we keep is told in the{' '}
      <Link to="/privacy">Privacy Policy</Link>.
    </p>
  ),
}
