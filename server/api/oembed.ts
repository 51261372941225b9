import { Hono } from 'hono'
import type { Services } from '#app/context.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { type Moderation, visitorScope } from '#domain/challenges/scope.server.ts'
import { imageVariants, type StoredImage } from '#domain/media/sources.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { html } from '#platform/text/html.ts'
import { Problem } from './problem.ts'
import { type ApiEnv, admitted, crossOrigin, readOnly, refusal, send } from './requests.ts'

export const oembedPath = '/oembed'

/** In pixels. */
const cardSize = { width: 480, height: 360 }

interface Subject {
  title: string
  author: { name: string; path: string | null } | null
  image: StoredImage | null
  /** The image is the work. */
  isPhoto: boolean
}

/** What other sites show for the address of a challenge or a submission (oEmbed 1.0, NAV-93). */
export function createOembed(services: Services): Hono<ApiEnv> {
  const { db, config, settings, log } = services
  const { publicUrl } = config
  const oembed = new Hono<ApiEnv>()
  oembed.use(crossOrigin)
  oembed.use(readOnly)
  oembed.use(admitted(services))
  oembed.get('/', async (c) => {
    const { productName, moderation } = settings.current()
    const { url = '', format = 'json' } = c.req.query()
    if (format !== 'json') throw new Problem(501, 'Only format=json is offered.')
    const most = { width: pixels(c.req.query('maxwidth')), height: pixels(c.req.query('maxheight')) }
    const path = ownPath(url, publicUrl)
    const subject = path && (await subjectOf(db, moderation, path))
    if (!subject) throw new Problem(404, 'This is not the address of a public challenge or submission.')
    const { title, author, image } = subject
    const common = {
      version: '1.0',
      title,
      ...(author && { author_name: author.name }),
      ...(author?.path && { author_url: publicUrl + author.path }),
      provider_name: productName,
      provider_url: publicUrl,
      cache_age: 300,
    }
    const fitting = (stored: StoredImage) =>
      imageVariants(stored)
        .filter(({ width, height }) => width <= most.width && height <= most.height)
        .map((variant) => ({ ...variant, url: publicUrl + variant.url }))
        .at(-1)
    const picture = image && fitting(image)
    const photo = subject.isPhoto && picture
    return send(
      c,
      photo
        ? { ...common, type: 'photo', ...photo }
        : {
            ...common,
            type: 'rich',
            ...card(publicUrl + embedPath(path), title, most),
            ...thumbnail(picture),
          },
      300,
    )
  })
  oembed.onError(refusal(log))
  return oembed
}

/** Where other sites frame the card of a page. */
export function embedPath(path: string): string {
  return `/embed${path}`
}

function card(address: string, title: string, most: { width: number; height: number }) {
  const width = Math.min(cardSize.width, most.width)
  const height = Math.min(cardSize.height, most.height)
  const frame = html`<iframe src="${address}" title="${title}" width="${width}" height="${height}" loading="lazy" style="border:0"></iframe>`
  return { html: frame.text, width, height }
}

function thumbnail(picture: { url: string; width: number; height: number } | null | undefined) {
  return (
    picture && {
      thumbnail_url: picture.url,
      thumbnail_width: picture.width,
      thumbnail_height: picture.height,
    }
  )
}

function pixels(given: string | undefined): number {
  if (given === undefined) return Number.MAX_SAFE_INTEGER
  if (!/^[1-9]\d{0,4}$/.test(given)) throw new Problem(400, 'maxwidth and maxheight are numbers of pixels.')
  return Number(given)
}

/** The path of an address of this site, without a slash at its end. */
function ownPath(address: string, publicUrl: string): string | null {
  if (address.length > 2_000 || !URL.canParse(address)) return null
  const { origin, pathname } = new URL(address)
  return origin === new URL(publicUrl).origin ? pathname.replace(/\/$/, '') : null
}

async function subjectOf(db: Db, moderation: Moderation, path: string): Promise<Subject | null> {
  const scope = visitorScope(moderation)
  const [, id, submissionId] = /^\/challenges\/([^/]+)(?:\/submissions\/([^/]+))?$/.exec(path) ?? []
  if (!isId(id)) return null
  if (submissionId === undefined) {
    const challenge = await challengeDetail(db, scope, id)
    return challenge ? { title: challenge.title, author: null, image: challenge.image, isPhoto: false } : null
  }
  const submission = isId(submissionId) && (await submissionDetail(db, scope, id, submissionId))
  if (!submission) return null
  const { title, author, image, kind } = submission
  return {
    title,
    author: { name: author.displayName, path: author.id && `/profile/${author.id}` },
    image,
    isPhoto: kind === 'image',
  }
}
