import { data } from 'react-router'
import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import type { Route } from './+types/step.ts'
import { deskPath, INTEGRITY, STEPS, type Step } from './paths.ts'
import { deskStep } from './steps.server.ts'

export function loader(args: Route.LoaderArgs) {
  return deskStep(stepIn(args.params)).loader(args)
}

export function action(args: Route.ActionArgs) {
  return deskStep(stepIn(args.params)).action(args)
}

export function clientAction({ serverAction, params, request }: Route.ClientActionArgs) {
  // Voided votes are no longer ticked on the page of their entry.
  const tickedAt = new URL(request.url).searchParams.get('returnTo') ?? undefined
  return submitOrMessage(serverAction, `Failed to ${STEPS[stepIn(params)].toLowerCase()}`, tickedAt)
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  const { step } = args.params
  return pageMeta(args, { title: isStep(step) ? STEPS[step] : INTEGRITY.label, hidden: true })
}

export default function DeskStep({ loaderData, params }: Route.ComponentProps) {
  const list = { to: deskPath(params.id), label: INTEGRITY.label }
  return <ConfirmPage title={STEPS[stepIn(params)]} confirmation={loaderData} list={list} />
}

function stepIn({ step }: { step: string }) {
  if (!isStep(step)) throw data(null, { status: 404 })
  return step
}

function isStep(step: string): step is Step {
  return Object.hasOwn(STEPS, step)
}
