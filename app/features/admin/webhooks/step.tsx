import { confirmRoute, namesIn } from '../confirmation/confirm-route.tsx'
import { WEBHOOKS } from '../paths.ts'
import { STEPS, webhookPath } from './paths.ts'
import { steps } from './steps.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  ...namesIn(STEPS, 'step'),
  list: ({ id = '', step }) => (step === 'secret' ? { to: webhookPath(id), label: 'Webhook' } : WEBHOOKS),
})

export const loader = steps.loader
export const action = steps.action
export { clientAction, meta, shouldRevalidate }
export default Page
