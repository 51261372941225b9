import { challenges, type DemoChallenge, freshChallenges } from './challenges.ts'
import { type DemoNinja, ninjas } from './ninjas.ts'
import { type DemoSubmission, submissions } from './submissions.ts'

/** The content of the demo. The timeline gives it dates. */
export interface World {
  ninjas: readonly DemoNinja[]
  challenges: readonly DemoChallenge[]
  submissions: readonly DemoSubmission[]
  /** Opened at later starts if no challenge is active. */
  freshChallenges: readonly DemoChallenge[]
}

export const demoWorld: World = { ninjas, challenges, submissions, freshChallenges }
