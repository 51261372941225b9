import { servicesContext } from '#app/context.ts'
import type { Route } from './+types/robots.ts'

const DISALLOWED = [
  '/admin',
  '/auth/',
  '/login',
  '/profile/edit',
  '/search',
  '/*/submit$',
  '/*/my-submission$',
  '/*/edit$',
]

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(servicesContext).config
  const lines = [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
