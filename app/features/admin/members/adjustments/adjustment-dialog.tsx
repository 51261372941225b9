import { useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { MemberRow } from '#domain/members/admin-list.server.ts'
import { ADJUSTMENTS, type AdjustmentKind } from '../paths.ts'
import { PointsForm } from './points-form.tsx'
import { RankForm } from './rank-form.tsx'

const FORMS = { points: PointsForm, rank: RankForm } as const

export interface OpenAdjustment {
  member: MemberRow
  change: AdjustmentKind
}

interface Props {
  adjustment: OpenAdjustment | null
  onClose: () => void
}

export function AdjustmentDialog({ adjustment, onClose }: Props) {
  const { pathname, search } = useLocation()
  const Form = adjustment && FORMS[adjustment.change]
  return (
    <Dialog
      open={adjustment !== null}
      onClose={onClose}
      title={adjustment ? ADJUSTMENTS[adjustment.change] : ''}
    >
      {adjustment && Form && (
        <Form
          key={adjustment.change + adjustment.member.id}
          member={adjustment.member}
          returnTo={pathname + search}
          onAccepted={onClose}
          cancel={
            <Button type="button" variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          }
        />
      )}
    </Dialog>
  )
}
