import textFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url'
import { StrictMode } from 'react'
import {
  data,
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { takeToasts } from '#app/forms/flash.server.ts'
import { ErrorPage, useErrorPage } from '#app/frame/errors/error-page.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Shell } from '#app/frame/shell.tsx'
import { refuseChangesInMaintenance } from '#app/middleware/maintenance.server.ts'
import { cacheControl, secureCookies, sendRenewedSession } from '#app/middleware/response-headers.server.ts'
import { loadSite, type Site } from '#app/middleware/site.server.ts'
import type { Toast } from '#app/ui/messages/toast.tsx'
import { imageUrl } from '#domain/media/sources.ts'
import { adminCheckFailed } from '#domain/members/refusals.ts'
import displayFont from '#platform/fonts/shippori-mincho-latin-700-normal.woff2?url'
import type { Route } from './+types/root.ts'
import stylesheet from './app.css?url'

export const middleware: Route.MiddlewareFunction[] = [
  secureCookies,
  cacheControl,
  refuseChangesInMaintenance,
  sendRenewedSession,
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { toasts, headers } = await takeToasts(request)
  return data({ ...loadSite(request, context), toasts }, { headers })
}

export function links(): Route.LinkDescriptors {
  return [
    { rel: 'preload', href: textFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
    { rel: 'preload', href: displayFont, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
    { rel: 'manifest', href: '/site.webmanifest' },
  ]
}

export function meta({ error, ...source }: Route.MetaArgs) {
  if (!error) return pageMeta(source, { title: 'Timed creative challenges' })
  const matches = source.matches.map((match) =>
    match?.id === 'root' ? { ...match, loaderData: match.loaderData ?? siteOfDenied(error) } : match,
  )
  return pageMeta(
    { ...source, matches },
    { title: isCheckFailure(error) ? adminCheckFailed : errorTitle(statusOf(error)), hidden: true },
  )
}

// One array: a new one would be new messages.
const NO_TOASTS: Toast[] = []

export function Layout({ children }: { children: React.ReactNode }) {
  const error = useRouteError()
  const denied = siteOfDenied(error)
  const loaded = useRouteLoaderData<typeof loader>('root')
  const site = loaded ?? (denied && { ...denied, toasts: NO_TOASTS })
  const theme = site?.theme === 'system' ? undefined : site?.theme
  return (
    <html lang="en" data-theme={theme} data-dates={site?.dates}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeColour theme={theme} />
        <TabIcons logo={site?.logo ?? ''} />
        <Meta />
        {/* With a precedence React writes it before the scripts. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        {site?.accent && <link rel="stylesheet" href={`/accent/${site.accent.slice(1)}.css`} />}
        {/* Browsers hide the nonce of an element, so a nonce here would not match at hydration. Styles need none. */}
        <Links nonce="" />
      </head>
      <body>
        {/* Not around the head: in development, StrictMode would remove its links and load the fonts again. */}
        <StrictMode>
          <Shell
            viewer={site?.viewer}
            unread={site?.unread ?? 0}
            theme={site?.theme ?? 'system'}
            productName={site?.productName ?? 'Creative Dojo'}
            logo={site?.logo ?? ''}
            tagline={site?.tagline ?? ''}
            socialLinks={site?.socialLinks ?? []}
            toasts={site?.toasts ?? NO_TOASTS}
            askConsent={site?.consent === null}
            maintenance={site?.maintenance ?? null}
          >
            {children}
          </Shell>
        </StrictMode>
        <ScrollRestoration />
        {!isCheckFailure(error) && <Scripts />}
      </body>
    </html>
  )
}

export default function App() {
  useErrorPage()
  return <Outlet />
}

/** Also of an administrators' page whose requireRole refuses a request: no boundary of the area gets that error. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = statusOf(error)
  if (AdminCheckFailed && isCheckFailure(error)) return <AdminCheckFailed status={status} />
  return <ErrorPage status={status} />
}

// That page is sent without scripts, so browsers need no code for it.
const AdminCheckFailed = import.meta.env.SSR
  ? (await import('#app/frame/admin-frame.tsx')).AdminCheckFailed
  : null

/** No loader runs when requireRole refuses a request, so its error carries the data of the header. */
function siteOfDenied(error: unknown): Site | undefined {
  const isRefusal = isCheckFailure(error) || (isRouteErrorResponse(error) && error.status === 403)
  return isRefusal ? ((error as { data?: Site }).data ?? undefined) : undefined
}

function isCheckFailure(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.statusText === adminCheckFailed
}

function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500
}

function errorTitle(status: number): string {
  if (status === 403) return 'Access Denied'
  return status === 404 ? 'Page not found' : 'Something went wrong'
}

function TabIcons({ logo }: { logo: string }) {
  if (logo) return <link rel="icon" href={imageUrl(logo, 96)} type="image/webp" sizes="96x96" />
  return (
    <>
      {/* Browsers ask for this address also where no page names it: beside a picture or a plain text. */}
      <link rel="icon" href="/favicon.ico" sizes="32x32" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
    </>
  )
}

/** The browser's own bars take the page's ground. */
function ThemeColour({ theme }: { theme: 'dark' | 'light' | undefined }) {
  if (theme) return <meta name="theme-color" content={GROUND[theme]} />
  return (
    <>
      <meta name="theme-color" content={GROUND.dark} media="(prefers-color-scheme: dark)" />
      <meta name="theme-color" content={GROUND.light} media="(prefers-color-scheme: light)" />
    </>
  )
}

const GROUND = { dark: '#0a0d13', light: '#f5efe2' }
