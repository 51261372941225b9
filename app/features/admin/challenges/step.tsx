import { data } from 'react-router'
import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { failedMessage, type Step } from '#domain/lifecycle/rules.ts'
import { isStep, STEP_NAMES } from '#domain/lifecycle/steering.ts'
import { ConfirmPage } from '../confirmation/confirm-page.tsx'
import { keepConfirmationData } from '../confirmation/confirmation.ts'
import { CHALLENGES } from '../paths.ts'
import type { Route } from './+types/step.ts'
import { runStep } from './run-step.server.ts'
import { stepConfirmation } from './step-confirmation.server.ts'

export function loader({ params, context }: Route.LoaderArgs) {
  return stepConfirmation(context, params.id, stepOf(params.step))
}

/** Takes a step on a challenge, such as to close its entries (CHL-77 to CHL-79). */
export function action(args: Route.ActionArgs) {
  return runStep(args, stepOf(args.params.step))
}

export function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, failedMessage(stepOf(params.step)))
}

export const shouldRevalidate = keepConfirmationData

export function meta(args: Route.MetaArgs) {
  const { step } = args.params
  return pageMeta(args, { title: isStep(step) ? STEP_NAMES[step].title : 'Page not found', hidden: true })
}

export default function StepPage({ loaderData, params }: Route.ComponentProps) {
  return (
    <ConfirmPage title={STEP_NAMES[stepOf(params.step)].title} confirmation={loaderData} list={CHALLENGES} />
  )
}

function stepOf(text: string): Step {
  if (isStep(text)) return text
  throw data(null, { status: 404 })
}
