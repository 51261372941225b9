import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ADJUSTMENT_MESSAGES } from '#domain/points/adjustment-rules.ts'
import { adjustPoints } from '#domain/points/commands.server.ts'
import { parseAdjustment } from '#domain/points/form.server.ts'
import { ADJUSTMENTS } from '../paths.ts'
import type { Route } from './+types/edit-points.ts'
import { AdjustmentPage } from './adjustment-page.tsx'
import { loadMember, receiveAdjustment } from './adjustments.server.ts'
import { MemberError } from './member-error.tsx'
import { PointsForm } from './points-form.tsx'

export function loader(args: Route.LoaderArgs) {
  return loadMember(args)
}

export function action(args: Route.ActionArgs) {
  return receiveAdjustment(args, {
    parse: parseAdjustment,
    run: adjustPoints,
    done: ADJUSTMENT_MESSAGES.points,
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, ADJUSTMENT_MESSAGES.pointsFailed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: args.error ? ADJUSTMENT_MESSAGES.noMember : ADJUSTMENTS.points,
    hidden: true,
  })
}

export default function EditPoints({ loaderData, actionData }: Route.ComponentProps) {
  return <AdjustmentPage {...loaderData} title={ADJUSTMENTS.points} refused={actionData} form={PointsForm} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MemberError error={error} />
}
