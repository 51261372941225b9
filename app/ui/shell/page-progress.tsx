import { useNavigation } from 'react-router'

/** A brush stroke along the top edge while the next page is on its way. */
export function PageProgress() {
  const busy = useNavigation().state !== 'idle'
  return (
    <div className={busy ? 'page-progress page-progress-busy' : 'page-progress'} aria-hidden="true">
      <div />
    </div>
  )
}
