import { useState } from 'react'
import { PrefetchPageLinks, useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { MemberRow } from '#domain/members/admin-list.server.ts'
import { ADJUSTMENTS, type AdjustmentKind, adjustmentPath } from '../paths.ts'
import { PointsForm } from './points-form.tsx'
import { RankForm } from './rank-form.tsx'

const FORMS = { points: PointsForm, rank: RankForm } as const

interface Props {
  /** What is being changed about whom; null while nothing is. */
  asked: { member: MemberRow; change: AdjustmentKind } | null
  onClose: () => void
}

/** A change by hand over the list. */
export function AdjustmentDialog({ asked, onClose }: Props) {
  const { pathname, search } = useLocation()
  const Form = asked && FORMS[asked.change]
  return (
    <Dialog open={asked !== null} onClose={onClose} title={asked ? ADJUSTMENTS[asked.change] : ''}>
      {/* What the form is sent with is here before it is sent: a connection may be lost in between. */}
      {asked && <PrefetchPageLinks page={adjustmentPath(asked.member.id, asked.change)} />}
      {asked && Form && (
        <Form
          key={asked.change + asked.member.id}
          member={asked.member}
          returnTo={pathname + search}
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

interface OpenDialog {
  member: MemberRow
  change: AdjustmentKind
}

/** Which change is open over the list. One that is made leads back to the list, which then has a new key: that closes it. */
export function useOpenDialog() {
  const { key } = useLocation()
  const [asked, setAsked] = useState<(OpenDialog & { key: string }) | null>(null)
  return {
    asked: asked?.key === key ? asked : null,
    ask: (member: MemberRow, change: AdjustmentKind) => setAsked({ member, change, key }),
    close: () => setAsked(null),
  }
}
