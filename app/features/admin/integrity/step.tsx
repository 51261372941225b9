import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { deskPath, INTEGRITY, STEPS, type Step } from './paths.ts'
import { steps } from './steps.server.ts'

const titleOf = ({ step = '' }) => STEPS[step as Step] ?? 'Page not found'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: titleOf,
  failed: (params) => `Failed to ${titleOf(params).toLowerCase()}`,
  list: ({ id = '' }) => ({ to: deskPath(id), label: INTEGRITY.label }),
  // Voided votes are no longer ticked.
  typedAs: ({ id = '', step }) => (step === 'void' ? deskPath(id) : undefined),
})

export const loader = steps.loader
export const action = steps.action
export { clientAction, meta, shouldRevalidate }
export default Page
