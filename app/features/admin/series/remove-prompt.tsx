import { SERIES_MESSAGES } from '#domain/series/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { removal } from './changes.server.ts'
import { seriesPath } from './paths.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: 'Remove Prompt',
  list: ({ id }) => ({ to: seriesPath(id ?? ''), label: 'Series' }),
  failed: SERIES_MESSAGES.promptFailed,
})

export const loader = removal.loader
export const action = removal.action
export { clientAction, meta, shouldRevalidate }
export default Page
