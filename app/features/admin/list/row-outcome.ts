import { createContext, use, useState } from 'react'
import { useVisit } from '#app/ui/browser/visit.ts'
import { GoneRowsContext } from '#app/ui/control-slot.tsx'

const labels = {
  approve: 'Approved',
  reject: 'Rejected',
  undo: 'Undone',
  delete: 'Deleted',
  complete: 'Completed',
  extend: 'Extended',
  suspend: 'Suspended',
  reinstate: 'Reinstated',
  points: 'Points changed',
  rank: 'Rank changed',
} as const

type RowAction = keyof typeof labels

interface RowActions {
  /** The last action that was sent for each row in this visit. */
  actions: ReadonlyMap<string, RowAction>
  remember(id: string, action: RowAction): void
}

export const RowActionsContext = createContext<RowActions>({ actions: new Map(), remember() {} })

interface Outcome {
  /** The last action that was sent for the row in this visit. */
  action: RowAction | undefined
  /** What the action did, once the row has left the list; null while it is listed. */
  gone: string | null
}

export function useRowOutcome(id: string): Outcome {
  const action = use(RowActionsContext).actions.get(id)
  const isGone = use(GoneRowsContext).has(id)
  return { action, gone: isGone ? (action ? labels[action] : 'No longer listed') : null }
}

/** The last action of each row in this visit, and a handler that remembers the action of a form when it is sent. */
export function useRowActions() {
  const visit = useVisit()
  const [sent, setSent] = useState<{ visit: string; actions: ReadonlyMap<string, RowAction> }>({
    visit,
    actions: new Map(),
  })
  const actions: ReadonlyMap<string, RowAction> = sent.visit === visit ? sent.actions : new Map()
  function remember(id: string, action: RowAction) {
    setSent((last) => ({
      visit,
      actions: new Map(last.visit === visit ? last.actions : []).set(id, action),
    }))
  }
  function onSubmit({ target }: React.SyntheticEvent) {
    const path = (target as Element).getAttribute('action') ?? ''
    const [, id, action] = path.match(/\/([^/]+)(?:\/steps)?\/(\w+)$/) ?? []
    // The row keeps its button until the action is undone.
    if (id && action && action in labels && action !== 'undo') remember(id, action as RowAction)
  }
  return { rowActions: { actions, remember }, onSubmit }
}
