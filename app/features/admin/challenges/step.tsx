import { failedMessage } from '#domain/lifecycle/rules.ts'
import { isStep, STEP_NAMES } from '#domain/lifecycle/steering.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { CHALLENGES } from '../paths.ts'
import { step } from './step.server.ts'

const notFound = 'Page not found'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: ({ step }) => (isStep(step) ? STEP_NAMES[step].title : notFound),
  list: CHALLENGES,
  failed: ({ step }) => (isStep(step) ? failedMessage(step) : notFound),
})

export const loader = step.loader
export const action = step.action
export { clientAction, meta, shouldRevalidate }
export default Page
