import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Services } from '#app/context.ts'
import { type ChallengeDetail, challengeDetail } from '#domain/challenges/queries.server.ts'
import { badgeLabel, NO_START, typeAndKindLabel } from '#domain/challenges/rules.ts'
import { visitorScope } from '#domain/challenges/scope.server.ts'
import { imageVariants, type StoredImage } from '#domain/media/sources.ts'
import { type SubmissionDetail, submissionDetail } from '#domain/submissions/queries.server.ts'
import { limitHere } from '#platform/http/limits.server.ts'
import { isId } from '#platform/id.server.ts'
import { timeIn } from '#platform/text/dates.ts'
import { Html, html } from '#platform/text/html.ts'
import type { Env } from '../app.ts'
import { addressOf } from '../middleware/forwarded.ts'
import { rateLimit } from './requests.ts'

export const cardsPath = '/embed'

interface Card {
  path: string
  title: string
  image: StoredImage | null
  imageAlt: string
  eyebrow: string
  facts: Html
}

/**
 * Cards of challenges and submissions that any site may frame (NAV-93): as a visitor sees them, without scripts and
 * cookies. Requests share a card for a second. One that makes a card counts as a request of the API.
 */
export function createCards({ db, config, settings }: Services): Hono<Env> {
  const scope = () => visitorScope(settings.current().moderation)
  const load = async ([id = '', submissionId]: string[]): Promise<Card | undefined> => {
    if (submissionId !== undefined) {
      const submission = await submissionDetail(db, scope(), id, submissionId)
      return submission && submissionCard(submission)
    }
    const challenge = await challengeDetail(db, scope(), id)
    return challenge && challengeCard(challenge, config.timeZone)
  }
  const pageOf = (card?: Card): Page => {
    const { productName } = settings.current()
    return { html: page({ publicUrl: config.publicUrl, productName }, card), isCard: card !== undefined }
  }
  const pages = new LRUCache<string, Page>({
    max: 500,
    ttl: 1_000,
    ignoreFetchAbort: true,
    fetchMethod: async (ids) => pageOf(await load(ids.split('/'))),
  })
  const answer = async (c: Context<Env>, ids: string[]): Promise<Response> => {
    const name = ids.join('/')
    if (!ids.every(isId)) return respond(c, pageOf())
    const limited = pages.has(name) ? undefined : limitHere('api', addressOf(c), rateLimit)
    if (limited?.ok === false)
      return c.text('Too many requests. Please try again.\n', 429, {
        'Cache-Control': 'no-store',
        'Retry-After': String(limited.retryAfterSeconds),
      })
    return respond(c, await pages.forceFetch(name))
  }
  const cards = new Hono<Env>()
  cards.get('/challenges/:id', (c) => answer(c, [c.req.param('id')]))
  cards.get('/challenges/:id/submissions/:submissionId', (c) =>
    answer(c, [c.req.param('id'), c.req.param('submissionId')]),
  )
  return cards
}

function challengeCard(challenge: ChallengeDetail, timeZone: string): Card {
  return {
    path: `/challenges/${challenge.id}`,
    title: challenge.title,
    image: challenge.image,
    imageAlt: '',
    eyebrow: typeAndKindLabel(challenge),
    facts: html`${badgeLabel(challenge.status)}. ${stateOf(challenge, timeZone)}`,
  }
}

function stateOf(challenge: ChallengeDetail, timeZone: string): Html {
  const { status, startDate, deadline, votingEndsAt, winner } = challenge
  if (status === 'upcoming')
    return html`${startDate ? `Opens ${timeIn(timeZone, startDate)}.` : `${NO_START}.`}`
  if (status === 'active' && deadline) return html`Until ${timeIn(timeZone, deadline)}.`
  if (status === 'voting' && votingEndsAt) return html`Until ${timeIn(timeZone, votingEndsAt)}.`
  return status === 'completed' && winner ? html`<bdi>${winner.name}</bdi> won.` : html``
}

function submissionCard(submission: SubmissionDetail): Card {
  return {
    path: `/challenges/${submission.challengeId}/submissions/${submission.id}`,
    title: submission.title,
    image: submission.image,
    imageAlt: submission.imageAlt ?? '',
    eyebrow: submission.challengeTitle,
    facts: html`By <bdi>${submission.author.displayName}</bdi>${submission.isWinner && '. Winner'}`,
  }
}

interface Page {
  html: string
  isCard: boolean
}

function respond(c: Context<Env>, { html: body, isCard }: Page): Response {
  // Every other page refuses frames.
  c.env.outgoing.removeHeader('X-Frame-Options')
  return new Response(body, {
    status: isCard ? 200 : 404,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': isCard ? 'public, max-age=300' : 'no-store',
    },
  })
}

interface Site {
  publicUrl: string
  productName: string
}

function page({ publicUrl, productName }: Site, card: Card | undefined): string {
  const title = card?.title ?? 'Not found'
  const path = card?.path ?? '/'
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="canonical" href="${publicUrl + path}">
<title>${title} | ${productName}</title>
<style>${new Html(style)}</style>
</head>
<body>
${card?.image && picture(card.image, card.imageAlt)}
<main>
<p class="eyebrow" dir="auto">${card?.eyebrow}</p>
<h1 dir="auto"><a href="${publicUrl + path}" target="_blank" rel="noopener">${card ? title : 'This is not public.'}</a></h1>
<p class="facts">${card?.facts}</p>
<p class="site">${productName}</p>
</main>
</body>
</html>
`.text
}

function picture(image: StoredImage, alt: string): Html {
  const variants = imageVariants(image)
  const { url, width, height } = variants.find((one) => one.width >= 480) ?? (variants.at(-1) as Variant)
  const srcset = variants.map((one) => `${one.url} ${one.width}w`).join(', ')
  return html`<img src="${url}" srcset="${srcset}" sizes="100vw" width="${width}" height="${height}" alt="${alt}">`
}

type Variant = ReturnType<typeof imageVariants>[number]

const style = `
:root{color-scheme:light dark;--ground:light-dark(#fffaf0,#131a25);--line:light-dark(#e0d5bf,#263143);--ink:light-dark(#1b212c,#ece6d9);--muted:light-dark(#5b6270,#98a2b3);--focus:light-dark(#1b212c,#f0cd6c)}
*{box-sizing:border-box;margin:0}
body{position:relative;display:flex;flex-direction:column;height:100vh;overflow:hidden;border:1px solid var(--line);background:var(--ground);color:var(--ink);font:400 1rem/1.4 system-ui,sans-serif;overflow-wrap:anywhere}
img{display:block;flex:1 1 0;width:100%;min-height:0;object-fit:contain}
main{padding:.875rem 1rem}
h1{display:-webkit-box;overflow:hidden;margin-block:.125rem;font:700 1.25rem/1.25 "Shippori Mincho","Hiragino Mincho ProN","Yu Mincho",serif;-webkit-box-orient:vertical;-webkit-line-clamp:2}
a{color:inherit;text-decoration:none}
a::after{content:"";position:absolute;inset:0}
a:hover{text-decoration:underline}
a:focus-visible{outline:none}
a:focus-visible::after{outline:2px solid var(--focus);outline-offset:-3px}
.eyebrow,.facts,.site{overflow:hidden;color:var(--muted);font-size:.875rem;text-overflow:ellipsis;white-space:nowrap}
.site{margin-top:.375rem;font-weight:600}
`

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`
