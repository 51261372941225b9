import { createContext, use, useState } from 'react'
import { GoneRowsContext, useVisit } from '#app/ui/kept-rows.tsx'

const labels = {
  approve: 'Approved',
  reject: 'Rejected',
  reopen: 'Pending again',
  delete: 'Deleted',
  complete: 'Completed',
  extend: 'Extended',
  suspend: 'Suspended',
  reinstate: 'Reinstated',
  points: 'Points changed',
  rank: 'Rank changed',
} as const

export type RowAction = keyof typeof labels

export const RowActionsContext = createContext<ReadonlyMap<string, RowAction>>(new Map())

interface Outcome {
  /** The last action that was sent for the row in this visit. */
  action: RowAction | undefined
  /** What the action did, once the row has left the list; null while it is listed. */
  gone: string | null
}

export function useRowOutcome(id: string): Outcome {
  const action = use(RowActionsContext).get(id)
  const isGone = use(GoneRowsContext).has(id)
  return { action, gone: isGone ? (action ? labels[action] : 'No longer listed') : null }
}

/** The last action that was sent for each row in this visit, and the handler that remembers it. */
export function useRowActions() {
  const visit = useVisit()
  const [sent, setSent] = useState({ visit, actions: new Map<string, RowAction>() })
  const actions = sent.visit === visit ? sent.actions : new Map<string, RowAction>()
  function remember({ target }: React.SyntheticEvent) {
    const path = (target as Element).getAttribute('action') ?? ''
    const [, id, action] = path.match(/\/([^/]+)\/(\w+)$/) ?? []
    if (!id || !action || !(action in labels)) return
    setSent({ visit, actions: new Map(actions).set(id, action as RowAction) })
  }
  return { actions, remember }
}
