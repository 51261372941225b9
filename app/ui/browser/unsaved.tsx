import { useCallback, useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

/** Asks before leaving unsaved input: in a dialog for links of this site, otherwise in the browser's own prompt. */
export function UnsavedGuard({ when, children }: { when: boolean; children: React.ReactNode }) {
  const leaves = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
    [when],
  )
  const blocker = useBlocker(leaves)
  useEffect(() => (when ? askBeforeUnload() : undefined), [when])

  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.state === 'blocked' && blocker.reset()}
      title="Leave this page?"
    >
      <p>{children}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button type="button" variant="secondary" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
        <Button type="button" onClick={() => blocker.reset?.()}>
          Stay
        </Button>
      </div>
    </Dialog>
  )
}

function askBeforeUnload() {
  function ask(event: BeforeUnloadEvent) {
    event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
