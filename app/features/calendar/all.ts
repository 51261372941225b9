import { servicesContext } from '#app/context.ts'
import { publicCalendar } from '#domain/notifications/calendars.server.ts'
import type { Route } from './+types/all.ts'
import { calendarResponse } from './calendar.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, config, settings } = context.get(servicesContext)
  const { publicUrl } = config
  const { productName: name } = settings.current()
  const challenges = await publicCalendar(db)
  return calendarResponse({ name, publicUrl, challenges, cacheControl: 'public, max-age=300' })
}
