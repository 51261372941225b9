import { servicesContext } from '#app/context.ts'
import { memberCalendar } from '#domain/notifications/calendars.server.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { secretPattern } from '#platform/identity/cookies.ts'
import type { Route } from './+types/mine.ts'
import { calendarResponse } from './calendar.server.ts'

/** The challenges of a member, at their private address; calendar programs have no session. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, config, settings } = context.get(servicesContext)
  const challenges = secretPattern.test(params.token) ? await memberCalendar(db, params.token) : undefined
  if (!challenges) throw textResponse(404, 'Not Found')
  const { publicUrl } = config
  const { productName } = settings.current()
  const name = `${productName}: my challenges`
  return calendarResponse({ name, publicUrl, challenges, cacheControl: 'private, no-store' })
}
