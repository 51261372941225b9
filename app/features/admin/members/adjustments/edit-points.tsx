import { orMessage } from '#app/forms/submit-or-message.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { parseAdjustment } from '#domain/points/adjustment-forms.server.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { ADJUSTING } from '#domain/points/rules.ts'
import { CHANGES } from '../paths.ts'
import type { Route } from './+types/edit-points.ts'
import { ChangePage } from './adjustment-page.tsx'
import { memberOf, receiveChange } from './adjustments.server.ts'
import { MemberFault } from './member-error.tsx'
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
