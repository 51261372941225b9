import { ButtonLink } from '#app/ui/controls/button.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { type ArchiveAddress, archivePath } from './address.ts'

export function EmptyArchive({ asked }: { asked: ArchiveAddress }) {
  const filtered = asked.type !== null || asked.kind !== null
  const whole = archivePath({ type: null, kind: null, page: 1 })
  return (
    <div className="mt-10">
      <EmptyState
        subject="scroll"
        action={
          <ButtonLink to={filtered ? whole : '/challenges'} look="quiet" preventScrollReset={filtered}>
            {filtered ? 'Reset Filters' : 'Browse Challenges'}
          </ButtonLink>
        }
      >
        {filtered ? 'No completed challenges match your filter criteria' : 'No challenge has ended yet.'}
      </EmptyState>
    </div>
  )
}
