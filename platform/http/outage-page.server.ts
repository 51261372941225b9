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

export interface UnavailableRequest {
  productName: string
  publicUrl: string
  method: string | undefined
  accept: string | null | undefined
  cookie: string | null | undefined
}

interface OutageOptions extends UnavailableRequest {
  message?: string
  retryAfterSeconds?: number
}

interface UnavailableAnswer {
  status: 503
  headers: Record<string, string>
  body: string
}

const defaultMessage = 'The site cannot answer at the moment. Please try again.'

/** The response while the database or the file store is unreachable. */
export function outageAnswer(options: OutageOptions): UnavailableAnswer {
  const { message, retryAfterSeconds = 5 } = options
  const text = message ? `${message} ${defaultMessage}` : defaultMessage
  return unavailable(options, { heading: 'Temporarily unavailable', text, line: text, retryAfterSeconds })
}

/** The response to a change during maintenance: JSON for forms sent by a script. */
export function maintenanceAnswer(request: UnavailableRequest, maintenance: Maintenance): UnavailableAnswer {
  const answer = unavailable(request, {
    heading: maintenanceHeading,
    text: maintenance.message,
    line: maintenanceNotice(maintenance),
    retryAfterSeconds: maintenanceRetrySeconds,
  })
  if (request.accept !== 'application/json') return answer
  return withBody(answer, 'application/json', JSON.stringify(maintenanceRefusal(maintenance)))
}

interface Content {
  heading: string
  text: string
  status?: number | 'No connection'
  /** For clients that do not accept HTML. */
  line: string
  retryAfterSeconds: number
}

/** A refusal as a page that costs nothing to render. A form may be sent again after 429. */
export function refusalPage(
  request: UnavailableRequest,
  content: { status: 405 | 429; heading: string; text: string },
): Pick<UnavailableAnswer, 'headers' | 'body'> {
  const body = page(request, content, '')
  return {
    headers: {
      'Content-Security-Policy': policy,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  }
}

/** The page that browsers keep and show where they have neither a network nor a kept page. */
export function offlinePage(site: Pick<UnavailableRequest, 'productName' | 'publicUrl'>): Response {
  const content = {
    heading: 'You are offline',
    text: 'This page opens once you have a connection. Public pages that you have seen, and your drafts, open without one.',
    status: 'No connection' as const,
  }
  const body = page({ ...site, method: 'GET', accept: null, cookie: null }, content, '')
  const headers = {
    'Cache-Control': 'no-cache',
    'Content-Security-Policy': policy,
    'Content-Type': 'text/html; charset=utf-8',
  }
  return new Response(body, { headers })
}

/** A page for browsers, one line of text for other clients. It needs no script and no file of the build. */
function unavailable(request: UnavailableRequest, content: Content): UnavailableAnswer {
  const isPage = /\btext\/html\b/.test(request.accept ?? '')
  const id = currentRequestId()
  const reference = id ? `Reference: ${id}` : ''
  const line = reference ? `${content.line}\n${reference}\n` : `${content.line}\n`
  const headers = {
    'Cache-Control': 'no-store',
    'Retry-After': String(content.retryAfterSeconds),
    'Content-Security-Policy': policy,
  }
  const answer: UnavailableAnswer = { status: 503, headers, body: '' }
  return isPage
    ? withBody(answer, 'text/html; charset=utf-8', page(request, content, reference))
    : withBody(answer, 'text/plain; charset=utf-8', line)
}

function withBody(answer: UnavailableAnswer, type: string, body: string): UnavailableAnswer {
  const length = String(Buffer.byteLength(body))
  return { ...answer, headers: { ...answer.headers, 'Content-Type': type, 'Content-Length': length }, body }
}

function page(
  { productName, publicUrl, method, cookie }: UnavailableRequest,
  { heading, text, status = 503 }: Pick<Content, 'heading' | 'text' | 'status'>,
  reference: string,
): string {
  const theme = themeIn(cookie, publicUrl)
  const isForm = method === 'POST'
  const mayRetry = status !== 405
  return `<!doctype html>
<html lang="en"${theme ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} | ${escapeHtml(productName)}</title>
<style>${style}</style>
</head>
<body>
${scene}
<header><a href="/">${mark}${escapeHtml(productName)}</a></header>
<main>
<p class="eyebrow">${status}</p>
<h1>${escapeHtml(heading)}</h1>
<p class="lead">${escapeHtml(text)}</p>
<p class="hint">${isForm && mayRetry ? goBackHint : ''}</p>
<p class="actions">${isForm || !mayRetry ? '' : retryLink}<a class="button" href="/">Return to Home</a></p>
<p class="reference">${escapeHtml(reference)}</p>
</main>
</body>
</html>
`
}

const goBackHint = 'Go back; what you typed is still in the form.'
const retryLink = '<a class="button go" href="">Retry</a> '

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const style = `
:root{color-scheme:light dark;--ground:light-dark(#f5efe2,#0a0d13);--sky:light-dark(#f2d9b3,#1a2639);--panel:light-dark(#fffaf0,#131a25);--line:light-dark(#e0d5bf,#263143);--edge:light-dark(#8d8065,#64718a);--ink:light-dark(#1b212c,#ece6d9);--muted:light-dark(#5b6270,#98a2b3);--go:light-dark(#c7391c,#cf3e1d);--focus:light-dark(#1b212c,#f0cd6c);--orb:light-dark(#dd4a28,#f3e4c0);--r1:light-dark(#dcb990,#2a374f);--r2:light-dark(#bb8d6b,#1b2639);--r3:light-dark(#825f4c,#111a29)}
[data-theme=dark]{color-scheme:dark}[data-theme=light]{color-scheme:light}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:var(--ground);color:var(--ink);font:400 1rem/1.55 "Instrument Sans",system-ui,sans-serif;overflow-wrap:break-word}
header,main{width:min(100% - 2rem,36rem);margin-inline:auto}
header{padding-block:1.25rem 3rem}
header a{display:inline-flex;align-items:center;gap:.625rem;min-height:2.5rem;color:inherit;font:700 1.25rem/2.5rem "Shippori Mincho","Hiragino Mincho ProN","Yu Mincho",serif;text-decoration:none}
main{padding:clamp(1.25rem,5vw,2.25rem);border:1px solid var(--line);border-radius:16px;background:var(--panel)}
h1{margin-top:.375rem;font:700 clamp(1.75rem,1.4rem + 1.8vw,2.25rem)/1.15 "Shippori Mincho","Hiragino Mincho ProN","Yu Mincho",serif}
.eyebrow{color:var(--muted);font-size:.78125rem;font-weight:500;letter-spacing:.06em}
.lead{margin-top:.75rem;color:var(--muted)}
.hint{margin-top:.75rem}.hint:empty,.reference:empty{display:none}
.reference{margin-top:1.5rem;color:var(--muted);font-size:.8125rem}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
.button{display:inline-flex;align-items:center;min-height:2.75rem;padding:.5rem 1.25rem;border:1px solid var(--edge);border-radius:10px;color:inherit;font-weight:600;text-decoration:none}
.go{border-color:transparent;background:var(--go);color:#fffaf0}
:focus-visible{outline:2px solid var(--focus);outline-offset:3px}
body>svg{position:fixed;z-index:-1;inset:0;width:100%;height:100%;background:linear-gradient(var(--ground),var(--sky) 75%)}
.mark{width:2rem;height:2rem;fill:none;stroke:var(--go);stroke-width:3;stroke-linecap:round}.mark .slit{fill:var(--ink);stroke:none}circle{fill:var(--orb)}.r1{fill:var(--r1)}.r2{fill:var(--r2)}.r3{fill:var(--r3)}
`

const mark = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
<path d="M26.8 9.2A12.6 12.6 0 1 1 19.6 3.9"/><path class="slit" d="M9.2 12.6h13.6c.8 0 1.3.8 1 1.5a8.3 8.3 0 0 1-15.6 0c-.3-.7.2-1.5 1-1.5Z"/>
</svg>`

const scene = `<svg viewBox="0 0 1440 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
<circle cx="1072" cy="318" r="132"/>
<path class="r1" d="M0 620c110-80 200-112 330-58 104 43 168 20 262-44 120-82 220-62 338 12 140 88 262 62 510-86v456H0Z"/>
<path class="r2" d="M0 706c170-84 300-78 456-22 166 60 300 30 446-36 180-82 330-40 538 44v208H0Z"/>
<path class="r3" d="M0 790c220-60 420-44 610-4 270 58 520 10 830-52v166H0Z"/>
</svg>`

const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
