import { failedMessage } from '#domain/lifecycle/rules.ts'
import { STEP_NAMES } from '#domain/lifecycle/steering.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { CHALLENGES } from '../paths.ts'
import type { Route } from './+types/complete.ts'
import { runStep } from './run-step.server.ts'
import { stepConfirmation } from './step-confirmation.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: STEP_NAMES.complete.title,
  list: CHALLENGES,
  failed: failedMessage('complete'),
})

export function loader({ params, context }: Route.LoaderArgs) {
  return stepConfirmation(context, params.id, 'complete')
}

export function action(args: Route.ActionArgs) {
  return runStep(args, 'complete')
}

export { clientAction, meta, shouldRevalidate }
export default Page
