import { pageMeta } from '#app/ui/page-meta.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { parseAdjustment } from '#domain/points/hand-forms.server.ts'
import { ADJUSTING } from '#domain/points/rules.ts'
import { orMessage } from '../../lists/or-message.ts'
import { ChangePage } from '../change-page.tsx'
import { MemberFault } from '../member-fault.tsx'
import { memberOf } from '../member-of.server.ts'
import { CHANGES } from '../places.ts'
import { receiveChange } from '../receive-change.server.ts'
import type { Route } from './+types/edit-points.ts'
import { PointsForm } from './points-form.tsx'

export function loader(args: Route.LoaderArgs) {
  return memberOf(args)
}

export function action(args: Route.ActionArgs) {
  return receiveChange(args, { parse: parseAdjustment, run: adjustPoints, done: ADJUSTING.points })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orMessage(serverAction, ADJUSTING.pointsFailed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: args.error ? ADJUSTING.noMember : CHANGES.points, hidden: true })
}

export default function EditPoints({ loaderData, actionData }: Route.ComponentProps) {
  return <ChangePage {...loaderData} title={CHANGES.points} refused={actionData} form={PointsForm} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MemberFault error={error} />
}
