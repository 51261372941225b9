import { servicesContext } from '#app/context.ts'
import type { Route } from './+types/security-txt.ts'

const validDays = 180
const dayMs = 24 * 60 * 60 * 1000

export function loader({ context }: Route.LoaderArgs) {
  const { config, settings } = context.get(servicesContext)
  const { publicUrl } = config
  const { contactEmail } = settings.current()
  // Whole days, so that the text stays the same for a day.
  const expires = new Date((Math.floor(Date.now() / dayMs) + validDays) * dayMs)
  const lines = [
    `Contact: mailto:${encodeURI(contactEmail)}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
