import { REWARDS } from '#domain/points/rules.ts'

/** How one becomes part of the dojo, from the gate to the summit. */
export const STEPS = [
  {
    title: 'Sign in',
    text: 'With an account that you already have. You get a ninja name, an avatar and the rank of Novice; all three can change.',
    link: { to: '/login', label: 'Sign In' },
  },
  {
    title: 'Enter',
    text: `Pick a challenge and make something with AI tools before its deadline. Each entry brings ${REWARDS.submission} points.`,
    link: { to: '/challenges', label: 'Browse Challenges' },
  },
  {
    title: 'Vote',
    text: 'When entries close, voting opens. You have one vote per challenge, for any work but your own. Look at all of them first.',
    link: { to: '/challenges/voting', label: 'Vote' },
  },
  {
    title: 'Climb',
    text: 'Points bring rank: eight of them, from Novice to Legendary. The best entry of each challenge stands in the showcase.',
    link: { to: '/leaderboard', label: 'Leaderboard' },
  },
] as const

/** What is worth points (PTS-6). */
export const DEEDS = [
  { points: REWARDS.submission, deed: 'for each entry' },
  { points: REWARDS.voteReceived, deed: 'for each vote you receive' },
  { points: REWARDS.voteCast, deed: 'for each vote you give' },
  { points: REWARDS.win, deed: 'for winning a challenge' },
] as const

export const MANNERS = [
  {
    title: 'Bring your own',
    text: 'Enter what you made yourself, with AI tools, and name the tools you used.',
  },
  {
    title: 'Look before you vote',
    text: 'One vote weighs more when every entry was seen. Vote for the work, not for the name.',
  },
  {
    title: 'Be kind to beginners',
    text: 'Four of ten ninjas are Novices. Every Legend once was.',
  },
  {
    title: 'Share how you did it',
    text: 'Tell the creation process with your entry. A trick that is shared comes back improved.',
  },
] as const
