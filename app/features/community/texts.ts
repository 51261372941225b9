import { REWARD_TEXTS } from '#app/parts/rewards.tsx'
import type { IconName } from '#app/ui/icon.tsx'

export const STEPS = [
  {
    title: 'Sign in',
    text: 'With an account that you already have. You get a ninja name, an avatar and the rank of Novice; all three can change.',
    link: { to: '/login', label: 'Sign In' },
  },
  {
    title: 'Enter',
    text: `Pick a challenge and make something with AI tools before its deadline. ${REWARD_TEXTS.submission}`,
    link: { to: '/challenges', label: 'Browse Challenges' },
  },
  {
    title: 'Vote',
    text: 'When entries close, voting opens. You have one vote per challenge, for any work but your own. Look at all of them first.',
    link: { to: '/challenges/voting', label: 'Vote' },
  },
  {
    title: 'Climb',
    text: 'Points raise your rank, from Novice to Legendary. The winner of each challenge appears in the showcase.',
    link: { to: '/leaderboard', label: 'Leaderboard' },
  },
] as const

export const GUIDELINES = [
  {
    title: 'Submit your own work',
    text: 'Submit only what you made yourself with AI tools, and name the tools you used.',
  },
  {
    title: 'Look before you vote',
    text: 'Look at every entry first. Vote for the work, not for the name.',
  },
  {
    title: 'Be kind to beginners',
    text: 'Every Legend was a Novice once.',
  },
  {
    title: 'Share how you did it',
    text: 'Share your process with your entry, so that others can learn from it.',
  },
] as const

export const PAGES: readonly { to: string; icon: IconName; title: string; text: string }[] = [
  {
    to: '/challenges',
    icon: 'clock',
    title: 'Challenges',
    text: 'Open, upcoming and completed challenges.',
  },
  { to: '/challenges/voting', icon: 'check', title: 'Voting', text: 'Challenges that are open for voting.' },
  {
    to: '/challenges/submissions',
    icon: 'grid',
    title: 'All Submissions',
    text: 'Every submission, newest first.',
  },
  {
    to: '/challenges/archive',
    icon: 'list',
    title: 'Archive',
    text: 'Every finished challenge, month by month.',
  },
  { to: '/showcase', icon: 'moon', title: 'Showcase', text: 'The winner of every challenge.' },
  { to: '/leaderboard', icon: 'up', title: 'Leaderboard', text: 'Who’s in the lead, and the eight ranks.' },
  { to: '/tools', icon: 'edit', title: 'Tools', text: 'Twenty tools, with advice from four senseis.' },
  { to: '/resources', icon: 'link', title: 'Resources', text: 'Guides and tutorials.' },
]
