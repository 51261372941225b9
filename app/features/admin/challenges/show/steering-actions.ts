import { managePath } from '#app/parts/manage-path.ts'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import { canDelete } from '#domain/challenges/deletion.ts'
import { canComplete } from '#domain/lifecycle/rules.ts'
import { TITLES } from '../titles.ts'

export interface SteeringAction {
  label: string
  /** The title of its confirmation. */
  title: string
  path: string
  /** What follows from it. */
  sentence: string
  danger?: boolean
}

/** What an administrator can do with a challenge in its present status. */
export function steeringOf(head: ChallengeHead): SteeringAction[] {
  const path = managePath(head.id)
  const { status, isExtendable } = head
  const actions: SteeringAction[] = []
  if (isExtendable)
    actions.push({
      label: 'Extend',
      title: TITLES.extend,
      path: `${path}/extend`,
      sentence: 'Entries are taken for a week from now.',
    })
  if (canComplete(status))
    actions.push({
      label: 'Complete',
      title: TITLES.complete,
      path: `${path}/complete`,
      sentence: 'Pays the winner and everyone who took part. The natural end pays the winner.',
    })
  if (canDelete(head))
    actions.push({
      label: 'Delete',
      title: TITLES.remove,
      path: `${path}/delete`,
      sentence: 'It and its page are gone for good.',
      danger: true,
    })
  return actions
}
