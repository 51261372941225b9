import { createHash } from 'node:crypto'
import { themeIn } from '#platform/http/choice-cookies.ts'
import { currentRequestId } from '#platform/http/request-id.server.ts'
import {
  type Maintenance,
  maintenanceHeading,
  maintenanceNotice,
  maintenanceRefusal,
  maintenanceRetrySeconds,
} from '#platform/maintenance.server.ts'
import { Html, html } from '#platform/text/html.ts'

// Pages that need neither a script nor a file of the build.

export interface Site {
  productName: string
  publicUrl: string
}

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
  return new Response(body, { headers: { ...plainPageHeaders(), 'Cache-Control': 'no-cache' } })
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
    ...plainPageHeaders(),
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

interface PlainPage {
  title: string
  main: Html
  theme?: 'dark' | 'light' | undefined
  /** Its own rules of CSS. */
  style?: string
}

/** A page with the header of the site. */
export function plainPage({ productName }: Site, { title, main, theme, style = '' }: PlainPage): string {
  return html`<!doctype html>
<html lang="en"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | ${productName}</title>
<style>${new Html(base + style)}</style>
</head>
<body>
${scene}
<header><a class="home" href="/">${mark}${productName}</a></header>
<main>
${main}
</main>
</body>
</html>
`.text
}

/** The headers of a plain page with this style. */
export function plainPageHeaders(style = ''): Record<string, string> {
  const hash = createHash('sha256')
    .update(base + style)
    .digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
  return { 'Content-Security-Policy': policy, 'Content-Type': 'text/html; charset=utf-8' }
}

const base = `
:root{color-scheme:light dark;--ground:light-dark(#f5efe2,#0a0d13);--sky:light-dark(#f2d9b3,#1a2639);--panel:light-dark(#fffaf0,#131a25);--line:light-dark(#e0d5bf,#263143);--edge:light-dark(#8d8065,#64718a);--ink:light-dark(#1b212c,#ece6d9);--muted:light-dark(#5b6270,#98a2b3);--go:light-dark(#c7391c,#cf3e1d);--bad:light-dark(#a8213f,#ff7285);--focus:light-dark(#1b212c,#f0cd6c);--orb:light-dark(#dd4a28,#f3e4c0);--r1:light-dark(#dcb990,#2a374f);--r2:light-dark(#bb8d6b,#1b2639);--r3:light-dark(#825f4c,#111a29)}
[data-theme=dark]{color-scheme:dark}[data-theme=light]{color-scheme:light}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:var(--ground);color:var(--ink);font:400 1rem/1.55 "Instrument Sans",system-ui,sans-serif;overflow-wrap:break-word}
header,main{width:min(100% - 2rem,36rem);margin-inline:auto}
header{padding-block:1.25rem 3rem}
header a{display:inline-flex;align-items:center;gap:.625rem;min-height:2.5rem;color:inherit;font:700 1.25rem/2.5rem "Shippori Mincho","Hiragino Mincho ProN","Yu Mincho",serif;text-decoration:none}
main{padding:clamp(1.25rem,5vw,2.25rem);border:1px solid var(--line);border-radius:16px;background:var(--panel)}
h1,h2{font:700 1.3125rem/1.15 "Shippori Mincho","Hiragino Mincho ProN","Yu Mincho",serif}
h1{margin-top:.375rem;font-size:clamp(1.75rem,1.4rem + 1.8vw,2.25rem)}
.eyebrow{color:var(--muted);font-size:.78125rem;font-weight:500;letter-spacing:.06em}
.lead{margin-top:.75rem;color:var(--muted)}
.hint{margin-top:.75rem}
.reference{margin-top:1.5rem;color:var(--muted);font-size:.8125rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
.button{display:inline-flex;align-items:center;min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--edge);border-radius:10px;background:none;color:inherit;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.button:hover{border-color:var(--ink)}
.go{border-color:transparent;background:var(--go);color:#fffaf0}
:focus-visible{outline:2px solid var(--focus);outline-offset:3px}
body>svg{position:fixed;z-index:-1;inset:0;width:100%;height:100%;background:linear-gradient(var(--ground),var(--sky) 75%)}
.mark{width:2rem;height:2rem;fill:none;stroke:var(--go);stroke-width:3;stroke-linecap:round}.mark .slit{fill:var(--ink);stroke:none}circle{fill:var(--orb)}.r1{fill:var(--r1)}.r2{fill:var(--r2)}.r3{fill:var(--r3)}
`

const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
<path d="M26.8 9.2A12.6 12.6 0 1 1 19.6 3.9"/><path class="slit" d="M9.2 12.6h13.6c.8 0 1.3.8 1 1.5a8.3 8.3 0 0 1-15.6 0c-.3-.7.2-1.5 1-1.5Z"/>
</svg>`

const scene = html`<svg viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
<circle cx="1072" cy="318" r="132"/>
<path class="r1" d="M0 620c110-80 200-112 330-58 104 43 168 20 262-44 120-82 220-62 338 12 140 88 262 62 510-86v456H0Z"/>
<path class="r2" d="M0 706c170-84 300-78 456-22 166 60 300 30 446-36 180-82 330-40 538 44v208H0Z"/>
<path class="r3" d="M0 790c220-60 420-44 610-4 270 58 520 10 830-52v166H0Z"/>
</svg>`
