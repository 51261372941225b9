import { challenges, type DemoChallenge, freshChallenges } from './challenges.ts'
import { type DemoNinja, ninjas } from './ninjas.ts'
import { type DemoEntry, entries } from './submissions.ts'

/** Who and what the demo is made of; when it happens is told by the story. */
export interface World {
  ninjas: readonly DemoNinja[]
  challenges: readonly DemoChallenge[]
  entries: readonly DemoEntry[]
  /** For a later start that finds no challenge active. */
  freshChallenges: readonly DemoChallenge[]
}

export const demoWorld: World = { ninjas, challenges, entries, freshChallenges }
