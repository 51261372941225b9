import { confirmRoute, namesIn } from '../confirmation/confirm-route.tsx'
import { CHALLENGES } from '../paths.ts'
import { steps } from './step.server.ts'
import { STEP_NAMES } from './steps.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  ...namesIn(STEP_NAMES, 'step'),
  list: CHALLENGES,
})

export const loader = steps.loader
export const action = steps.action
export { clientAction, meta, shouldRevalidate }
export default Page
