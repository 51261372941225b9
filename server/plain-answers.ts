import { Hono } from 'hono'
import type { Services } from '#app/context.ts'
import { imageUrl } from '#domain/media/sources.ts'
import { accentStyles } from '#domain/settings/accent.ts'
import { LOGO_SIDE, type SiteSettings } from '#domain/settings/rules.ts'
import { offlinePage } from '#platform/http/plain-pages.server.ts'
import type { Env } from './app.ts'
import { answerHealth, answerReadiness } from './health.ts'

/** HAProxy asks with OPTIONS unless it is told otherwise. */
const checks = ['GET', 'OPTIONS']

/** What is answered without a page of the app, for operators and browsers. */
export function plainAnswers(services: Services): Hono<Env> {
  const { config, settings } = services
  return new Hono<Env>()
    .on(checks, '/healthz', answerHealth(services))
    .on(checks, '/readyz', answerReadiness(services))
    .get('/offline', () => offlinePage({ ...config, ...settings.current() }))
    .get('/accent/:file', (c, next) => {
      const [, accent] = /^([0-9a-f]{6})\.css$/.exec(c.req.param('file')) ?? []
      if (!accent) return next()
      // The address names the colour.
      const headers = {
        'Content-Type': 'text/css; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      }
      return c.text(accentStyles(`#${accent}`), 200, headers)
    })
    .get('/site.webmanifest', (c) =>
      c.json(webManifest(settings.current()), 200, { 'Content-Type': 'application/manifest+json' }),
    )
}

/** What a browser needs to install the site. */
export function webManifest({
  productName,
  tagline,
  logo,
}: Pick<SiteSettings, 'productName' | 'tagline' | 'logo'>) {
  return {
    id: '/',
    name: productName,
    short_name: productName === 'Creative Dojo' ? 'Dojo' : productName,
    description: tagline,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0a0d13',
    theme_color: '#0a0d13',
    icons: logo
      ? [{ src: imageUrl(logo, LOGO_SIDE), type: 'image/webp', sizes: `${LOGO_SIDE}x${LOGO_SIDE}` }]
      : [
          { src: '/favicon.svg', type: 'image/svg+xml', sizes: 'any' },
          { src: '/icon-192.png', type: 'image/png', sizes: '192x192' },
          { src: '/icon-512.png', type: 'image/png', sizes: '512x512', purpose: 'any maskable' },
        ],
    shortcuts: [
      { name: 'Challenges', url: '/challenges' },
      { name: 'Vote', url: '/challenges/voting' },
      { name: 'My Dojo', url: '/me' },
    ],
  }
}
