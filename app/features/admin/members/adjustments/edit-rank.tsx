import { orMessage } from '#app/forms/submit-or-message.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { parseRankChange } from '#domain/points/adjustment-forms.server.ts'
import { changeRank } from '#domain/points/commands.server.ts'
import { ADJUSTING } from '#domain/points/rules.ts'
import { CHANGES } from '../paths.ts'
import type { Route } from './+types/edit-rank.ts'
import { ChangePage } from './adjustment-page.tsx'
import { memberOf, receiveChange } from './adjustments.server.ts'
import { MemberFault } from './member-error.tsx'
import { RankForm } from './rank-form.tsx'

export function loader(args: Route.LoaderArgs) {
  return memberOf(args)
}

export function action(args: Route.ActionArgs) {
  return receiveChange(args, { parse: parseRankChange, run: changeRank, done: ADJUSTING.rank })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orMessage(serverAction, ADJUSTING.rankFailed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: args.error ? ADJUSTING.noMember : CHANGES.rank, hidden: true })
}

export default function EditRank({ loaderData, actionData }: Route.ComponentProps) {
  return <ChangePage {...loaderData} title={CHANGES.rank} refused={actionData} form={RankForm} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MemberFault error={error} />
}
