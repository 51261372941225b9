import { REWARD_TEXTS } from '#app/parts/challenges/rewards.tsx'
import type { IconName } from '#app/ui/icon.tsx'

export const STEPS = [
  {
    title: 'Sign in',
    text: 'With an account that you already have.',
    link: { to: '/login', label: 'Sign In' },
  },
  {
    title: 'Enter',
    text: `Make something with AI tools before the deadline. ${REWARD_TEXTS.submission}`,
    link: { to: '/challenges', label: 'Browse Challenges' },
  },
  {
    title: 'Vote',
    text: 'One vote per challenge, for any work but your own.',
    link: { to: '/challenges/voting', label: 'Vote' },
  },
  {
    title: 'Climb',
    text: 'Points raise your rank, from Novice to Legendary.',
    link: { to: '/leaderboard', label: 'Leaderboard' },
  },
] as const

export const GUIDELINES = [
  {
    title: 'Submit your own work',
    text: 'Made by you with AI tools; name them.',
  },
  {
    title: 'Look before you vote',
    text: 'Every entry first. Vote for the work, not for the name.',
  },
  {
    title: 'Be kind to beginners',
    text: 'Every Legend was a Novice once.',
  },
  {
    title: 'Share how you did it',
    text: 'Your process teaches others.',
  },
] as const

export const PAGES: readonly { to: string; icon: IconName; title: string; text: string }[] = [
  {
    to: '/challenges',
    icon: 'clock',
    title: 'Challenges',
    text: 'Open, upcoming and completed challenges.',
  },
  { to: '/challenges/voting', icon: 'check', title: 'Voting', text: 'Open for voting.' },
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
  { to: '/tools', icon: 'edit', title: 'Tools', text: 'Twenty tools, four senseis.' },
  { to: '/resources', icon: 'link', title: 'Resources', text: 'Guides and tutorials.' },
]
