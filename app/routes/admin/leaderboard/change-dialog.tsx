import { PrefetchPageLinks, useLocation } from 'react-router'
import { Button } from '#app/ui/controls/button.tsx'
import { Dialog } from '#app/ui/controls/dialog.tsx'
import type { MemberRow } from '#domain/points/table.server.ts'
import { CHANGES, type Change, changePath } from './places.ts'
import { PointsForm } from './points/points-form.tsx'
import { RankForm } from './rank/rank-form.tsx'

const FORMS = { points: PointsForm, rank: RankForm } as const

interface Props {
  /** What is being changed about whom; null while nothing is. */
  asked: { member: MemberRow; change: Change } | null
  onClose: () => void
}

/** A change by hand over the list. */
export function ChangeDialog({ asked, onClose }: Props) {
  const { pathname, search } = useLocation()
  const Form = asked && FORMS[asked.change]
  return (
    <Dialog open={asked !== null} onClose={onClose} title={asked ? CHANGES[asked.change] : ''}>
      {/* What the form is sent with is here before it is sent: a connection may be lost in between. */}
      {asked && <PrefetchPageLinks page={changePath(asked.member.id, asked.change)} />}
      {asked && Form && (
        <Form
          key={asked.change + asked.member.id}
          member={asked.member}
          returnTo={pathname + search}
          cancel={
            <Button type="button" look="quiet" onClick={onClose}>
              Cancel
            </Button>
          }
        />
      )}
    </Dialog>
  )
}
