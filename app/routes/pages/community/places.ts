import type { IconName } from '#app/ui/icons/icon.tsx'

/** The dojo's rooms, for those who have just come in. */
export const PLACES: readonly { to: string; icon: IconName; title: string; text: string }[] = [
  {
    to: '/challenges',
    icon: 'clock',
    title: 'Challenges',
    text: 'What is open today, this week, and what has ended.',
  },
  { to: '/challenges/voting', icon: 'check', title: 'Voting', text: 'Challenges that wait for your vote.' },
  {
    to: '/challenges/submissions',
    icon: 'grid',
    title: 'All Submissions',
    text: 'Everything that was entered, newest first.',
  },
  {
    to: '/challenges/archive',
    icon: 'list',
    title: 'Archive',
    text: 'Every finished challenge, month by month.',
  },
  { to: '/showcase', icon: 'moon', title: 'Showcase', text: 'The winners, each with its story.' },
  { to: '/leaderboard', icon: 'up', title: 'Leaderboard', text: 'Who walks ahead, and the eight ranks.' },
  { to: '/tools', icon: 'edit', title: 'Tools', text: 'Twenty tools, and four senseis to talk about them.' },
  { to: '/resources', icon: 'link', title: 'Resources', text: 'Guides to read before the next deadline.' },
]
