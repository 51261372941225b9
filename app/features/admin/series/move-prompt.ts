import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { movePrompt } from '#domain/series/queue.server.ts'
import { SERIES_MESSAGES } from '#domain/series/rules.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { runAdminAction } from '../confirmation/run-admin-action.server.ts'
import type { Route } from './+types/move-prompt.ts'
import { SERIES, seriesPath } from './paths.ts'

/** Moves a prompt to the place that the form names (SER-4). */
export function action({ params: { id, promptId }, ...args }: Route.ActionArgs) {
  const { db } = args.context.get(servicesContext)
  return runAdminAction(args, {
    list: seriesPath(id),
    fields: ['place'],
    done: SERIES_MESSAGES.promptMoved,
    failed: SERIES_MESSAGES.promptFailed,
    async run(fields) {
      const place = String(fields.get('place') ?? '')
      if (!isId(id) || !isId(promptId)) return refused('not-found', SERIES_MESSAGES.promptMissing)
      if (!/^\d{1,3}$/.test(place)) return refused('invalid', SERIES_MESSAGES.promptFailed)
      return movePrompt(db, adminOf(args.context), id, { promptId, place: Number(place) })
    },
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, SERIES_MESSAGES.promptFailed)
}

export function loader({ params }: Route.LoaderArgs) {
  return redirect(isId(params.id) ? seriesPath(params.id) : SERIES.to)
}
