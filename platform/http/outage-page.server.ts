import { themeIn } from '#platform/http/choice-cookies.ts'
import { currentRequestId } from '#platform/http/request-id.server.ts'
import {
  type Maintenance,
  maintenanceHeading,
  maintenanceNotice,
  maintenanceRefusal,
  maintenanceRetrySeconds,
} from '#platform/maintenance.server.ts'
import { html } from '#platform/text/html.ts'
import { plainPage, plainPageHeaders, type Site } from './plain-page.server.ts'

/** Of these pages. */
export const pageHeaders = plainPageHeaders()

const outageText = 'The site cannot answer at the moment. Please try again.'

/** The response while the database or the file store is unreachable. */
export function outageResponse(request: Request, site: Site): Response {
  const heading = 'Temporarily unavailable'
  return unavailable(request, site, { heading, text: outageText, line: outageText, retryAfterSeconds: 5 })
}

/** The response to a change during maintenance: JSON for forms sent by a script. */
export function maintenanceResponse(request: Request, site: Site, maintenance: Maintenance): Response {
  const response = unavailable(request, site, {
    heading: maintenanceHeading,
    text: maintenance.message,
    line: maintenanceNotice(maintenance),
    retryAfterSeconds: maintenanceRetrySeconds,
  })
  if (request.headers.get('accept') !== 'application/json') return response
  const headers = { ...Object.fromEntries(response.headers), 'content-type': 'application/json' }
  return new Response(JSON.stringify(maintenanceRefusal(maintenance)), { status: response.status, headers })
}

interface Content {
  heading: string
  text: string
  status: number | 'No connection'
}

/** A refusal as a page that costs nothing to render. A form may be sent again after 429. */
export function refusalPage(request: Request, site: Site, content: Content & { status: 405 | 429 }): string {
  return page(site, content, request)
}

/** The page that browsers keep and show where they have neither a network nor a kept page. */
export function offlinePage(site: Site): Response {
  const body = page(site, {
    heading: 'You are offline',
    text: 'This page opens once you have a connection. Public pages that you have seen, and your drafts, open without one.',
    status: 'No connection',
  })
  return new Response(body, { headers: { ...pageHeaders, 'Cache-Control': 'no-cache' } })
}

interface Unavailable extends Omit<Content, 'status'> {
  /** For clients that do not accept HTML. */
  line: string
  retryAfterSeconds: number
}

/** A page for browsers, one line of text for other clients. It needs no script and no file of the build. */
function unavailable(
  request: Request,
  site: Site,
  { heading, text, line, retryAfterSeconds }: Unavailable,
): Response {
  const id = currentRequestId()
  const reference = id ? `Reference: ${id}` : ''
  const isPage = /\btext\/html\b/.test(request.headers.get('accept') ?? '')
  const body = isPage
    ? page(site, { heading, text, status: 503 }, request, reference)
    : `${[line, reference].filter(Boolean).join('\n')}\n`
  const headers = {
    ...pageHeaders,
    ...(!isPage && { 'Content-Type': 'text/plain; charset=utf-8' }),
    'Cache-Control': 'no-store',
    'Retry-After': String(retryAfterSeconds),
  }
  return new Response(request.method === 'HEAD' ? null : body, { status: 503, headers })
}

function page(site: Site, { heading, text, status }: Content, request?: Request, reference?: string): string {
  const theme = themeIn(request?.headers.get('cookie'), site.publicUrl)
  const isForm = request?.method === 'POST'
  const mayRetry = status !== 405
  const main = html`
<p class="eyebrow">${status}</p>
<h1>${heading}</h1>
<p class="lead">${text}</p>
${isForm && mayRetry && html`<p class="hint">Go back; what you typed is still in the form.</p>`}
<p class="actions">${!isForm && mayRetry && html`<a class="button go" href="">Retry</a> `}<a class="button" href="/">Return to Home</a></p>
${reference && html`<p class="reference">${reference}</p>`}`
  return plainPage(site, { title: heading, main, theme })
}
