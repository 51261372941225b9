import { managePath } from '#app/parts/paths.ts'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import { canDelete, DELETION_MESSAGES } from '#domain/challenges/deletion.ts'
import { offeredSteps, STEP_NAMES } from '#domain/lifecycle/steering.ts'

export interface SteeringAction {
  label: string
  /** The title of its confirmation. */
  title: string
  path: string
  /** What follows from it. */
  sentence: string
  isDangerous: boolean
  /** Fit for the bar of phones. */
  isHandy: boolean
}

/** The steps that are taken most often where they are offered. */
const handy: readonly string[] = ['open', 'extend']

/** What an administrator can do with a challenge in its present status. */
export function steeringOf(head: ChallengeHead): SteeringAction[] {
  const steps = offeredSteps(head.id, head, head.now).map(({ step, ...offered }) => ({
    ...offered,
    title: STEP_NAMES[step].title,
    isHandy: handy.includes(step),
  }))
  if (!canDelete(head)) return steps
  return [
    ...steps,
    {
      label: 'Delete',
      title: DELETION_MESSAGES.title,
      path: `${managePath(head.id)}/delete`,
      sentence: 'It and its page are gone for good.',
      isDangerous: true,
      isHandy: false,
    },
  ]
}
