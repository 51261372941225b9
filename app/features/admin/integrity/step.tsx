import { data } from 'react-router'
import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import type { Route } from './+types/step.ts'
import { INTEGRITY, isStep, STEPS } from './paths.ts'
import { deskSteps } from './steps.server.ts'

/** A step of the desk, which is confirmed first. */
export function loader(args: Route.LoaderArgs) {
  return deskSteps[stepIn(args.params)].loader(args)
}

export function action(args: Route.ActionArgs) {
  return deskSteps[stepIn(args.params)].action(args)
}

export function clientAction({ serverAction, params, request }: Route.ClientActionArgs) {
  // Voided votes are no longer ticked on the page of their entry.
  const tickedAt = new URL(request.url).searchParams.get('returnTo') ?? undefined
  return submitOrMessage(serverAction, `Failed to ${titleOf(params).toLowerCase()}`, tickedAt)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: titleOf(args.params), hidden: true })
}

export default function DeskStep({ loaderData, params }: Route.ComponentProps) {
  return <ConfirmPage title={titleOf(params)} confirmation={loaderData} list={INTEGRITY} />
}

function stepIn({ step }: { step: string }) {
  if (!isStep(step)) throw data(null, { status: 404 })
  return step
}

function titleOf({ step }: { step: string }): string {
  return isStep(step) ? STEPS[step] : INTEGRITY.label
}
