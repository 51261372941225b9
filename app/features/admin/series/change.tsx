import { confirmRoute, namesIn } from '../confirmation/confirm-route.tsx'
import { changes } from './changes.server.ts'
import { SERIES, seriesPath, VERBS } from './paths.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  ...namesIn(VERBS, 'verb'),
  list: ({ id, verb }) => (verb === 'delete' ? SERIES : { to: seriesPath(id ?? ''), label: 'Series' }),
})

export const loader = changes.loader
export const action = changes.action
export { clientAction, meta, shouldRevalidate }
export default Page
