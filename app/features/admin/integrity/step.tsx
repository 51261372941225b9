import { confirmRoute, namesIn } from '../confirmation/confirm-route.tsx'
import { deskPath, INTEGRITY, STEPS } from './paths.ts'
import { steps } from './steps.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  ...namesIn(STEPS, 'step'),
  list: ({ id = '' }) => ({ to: deskPath(id), label: INTEGRITY.label }),
  // Voided votes are no longer ticked.
  typedAs: ({ id = '', step }) => (step === 'void' ? deskPath(id) : undefined),
})

export const loader = steps.loader
export const action = steps.action
export { clientAction, meta, shouldRevalidate }
export default Page
