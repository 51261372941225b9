import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { challengeCalendar } from '#domain/notifications/calendars.server.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { isId } from '#platform/id.server.ts'
import { fileName } from '#platform/text/file-name.ts'
import type { Route } from './+types/challenge.ts'
import { calendarResponse } from './calendar.server.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, config } = context.get(servicesContext)
  const challenge = isId(params.id) ? await challengeCalendar(db, scopeOf(context), params.id) : undefined
  if (!challenge) throw textResponse(404, 'Not Found')
  const { publicUrl } = config
  return calendarResponse({
    name: challenge.title,
    file: fileName(challenge.title),
    publicUrl,
    challenges: [challenge],
    cacheControl: 'private, no-cache',
  })
}
