import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ADJUSTMENT_MESSAGES } from '#domain/points/adjustment-rules.ts'
import { changeRank } from '#domain/points/commands.server.ts'
import { parseRankChange } from '#domain/points/form.server.ts'
import { ADJUSTMENTS } from '../paths.ts'
import type { Route } from './+types/edit-rank.ts'
import { AdjustmentPage } from './adjustment-page.tsx'
import { loadMember, receiveAdjustment } from './adjustments.server.ts'
import { MemberError } from './member-error.tsx'
import { RankForm } from './rank-form.tsx'

export function loader(args: Route.LoaderArgs) {
  return loadMember(args)
}

export function action(args: Route.ActionArgs) {
  return receiveAdjustment(args, { parse: parseRankChange, run: changeRank, done: ADJUSTMENT_MESSAGES.rank })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, ADJUSTMENT_MESSAGES.rankFailed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: args.error ? ADJUSTMENT_MESSAGES.noMember : ADJUSTMENTS.rank, hidden: true })
}

export default function EditRank({ loaderData, actionData }: Route.ComponentProps) {
  return <AdjustmentPage {...loaderData} title={ADJUSTMENTS.rank} refused={actionData} form={RankForm} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MemberError error={error} />
}
