import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type SitemapAddress, sitemapAddresses } from '#domain/submissions/queries.server.ts'
import type { Route } from './+types/sitemap.ts'

const STATIC_PAGES = [
  '/',
  '/challenges',
  '/challenges/all',
  '/challenges/voting',
  '/challenges/submissions',
  '/challenges/archive',
  '/showcase',
  '/leaderboard',
  '/tools',
  '/resources',
  '/resources/kdp-publishing-guide',
  '/community',
  '/contact',
  '/privacy-policy',
  '/terms',
  '/cookies',
]

/** The public pages for search engines, the same for every viewer, at one address. */
export async function loader({ request, context }: Route.LoaderArgs) {
  // Otherwise each query would get a separate copy.
  if (new URL(request.url).search) return redirect('/sitemap.xml', 301)
  const { db, config, settings } = context.get(servicesContext)
  const addresses = await sitemapAddresses(db, settings.current().moderation)
  return new Response(sitemap(config.publicUrl, addresses), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}

function sitemap(origin: string, addresses: readonly SitemapAddress[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...STATIC_PAGES.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    ...addresses.map(
      ({ path, changedAt }) =>
        `<url><loc>${origin}${path}</loc><lastmod>${changedAt.toISOString()}</lastmod></url>`,
    ),
    '</urlset>\n',
  ].join('\n')
}
