type Provider = 'YouTube' | 'Vimeo' | 'SoundCloud' | 'Suno'

export interface Embed {
  provider: Provider
  medium: 'video' | 'audio'
  /** The URL of the frame, built from the recognised id alone. */
  src: string
  /** The same player with autoplay, for frames opened by a click. */
  autoplaySrc: string
  /** In pixels. */
  height: 315 | 166
}

/** The origins allowed in the frame-src of the content security policy. */
export const embedOrigins = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://w.soundcloud.com',
  'https://suno.com',
] as const

const maxLength = 2000
// Characters that the URL parser drops or turns into a slash.
const treacherous = /[\s\p{Cc}\\]/u

// The URL parser allows quotes and braces in a host.
const plainHost = /^([\w.-]+|\[[\da-f:.]+\])$/

/** The player for a member's link, or null for an unknown service (SUB-40). Accepts only the services' own hosts. */
export function findEmbed(link: string): Embed | null {
  const player = findPlayer(link)
  return player && { ...player, autoplaySrc: withAutoplay(player) }
}

type Player = Omit<Embed, 'autoplaySrc'>

function findPlayer(link: string): Player | null {
  const url = parseLink(link)
  if (!url || url.port) return null
  const path = url.pathname.split('/').filter(Boolean)
  switch (url.hostname) {
    case 'youtube.com':
    case 'www.youtube.com':
    case 'm.youtube.com':
    case 'music.youtube.com':
    case 'youtube-nocookie.com':
    case 'www.youtube-nocookie.com':
      return youtube(youtubePageId(path, url.searchParams), startOf(url))
    case 'youtu.be':
      return youtube(path.length === 1 ? path[0] : undefined, startOf(url))
    case 'vimeo.com':
    case 'www.vimeo.com':
    case 'player.vimeo.com':
      return vimeo(path, url)
    case 'soundcloud.com':
    case 'www.soundcloud.com':
    case 'm.soundcloud.com':
      return soundcloud(path)
    case 'suno.com':
    case 'www.suno.com':
    case 'app.suno.ai':
      return suno(path)
    default:
      return null
  }
}

function withAutoplay(embed: Player): string {
  const url = new URL(embed.src)
  if (embed.provider === 'SoundCloud') url.searchParams.set('auto_play', 'true')
  // Not documented by Suno; taken from pages that embed its player.
  if (embed.provider === 'Suno') url.searchParams.set('autoplay', 'true')
  if (embed.medium === 'video') url.searchParams.set('autoplay', '1')
  return url.href
}

export interface MediaFile {
  medium: 'video' | 'audio'
  src: string
}

/** A link to a file that browsers play themselves: https, ending in mp4, m4v, webm, mp3, m4a, aac, flac, ogg, oga, opus or wav. */
export function findMediaFile(link: string): MediaFile | null {
  const url = parseLink(link)
  if (url?.protocol !== 'https:') return null
  if (/\.(mp4|m4v|webm)$/i.test(url.pathname)) return { medium: 'video', src: url.href }
  return /\.(mp3|m4a|aac|flac|og[ag]|opus|wav)$/i.test(url.pathname)
    ? { medium: 'audio', src: url.href }
    : null
}

/** A link that is safe in an href: http or https, without credentials; otherwise null. */
export function contentLink(link: string): string | null {
  return parseLink(link)?.href ?? null
}

export interface Content {
  link: string
  embed: Embed | null
  file: MediaFile | null
}

/** The content link of a submission with its player, if it has one; null without a link that is allowed. */
export function linkedContent(contentUrl: string | null): Content | null {
  const link = contentUrl && contentLink(contentUrl)
  return link ? { link, embed: findEmbed(link), file: findMediaFile(link) } : null
}

function parseLink(link: string): URL | null {
  const text = link.trim()
  if (text.length > maxLength || treacherous.test(text) || !/^https?:\/\//i.test(text)) return null
  const url = URL.parse(text)
  return url && !url.username && !url.password && plainHost.test(url.hostname) ? url : null
}

/** The second at which a link starts, from `t` or `start` in its query or fragment: 90, 90s or 1m30s. */
function startOf({ searchParams, hash }: URL): number {
  const fragment = new URLSearchParams(hash.slice(1))
  const [text = ''] = ['t', 'start'].flatMap((name) => searchParams.get(name) ?? fragment.get(name) ?? [])
  const [, hours, minutes, seconds] = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

function youtubePageId(path: string[], query: URLSearchParams): string | undefined {
  const [page, id] = path
  if (page === 'watch' && path.length === 1) return query.get('v') ?? undefined
  return page && ['shorts', 'embed', 'live'].includes(page) && path.length === 2 ? id : undefined
}

function youtube(id: string | undefined, start: number): Player | null {
  if (!id || !/^[\w-]{11}$/.test(id)) return null
  return {
    provider: 'YouTube',
    medium: 'video',
    src: `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`,
    height: 315,
  }
}

// vimeo.com/76979871, its unlisted form /76979871/8272103f6e, and pages whose path ends in an id.
const vimeoPage =
  /^(?:(?:video|channels\/[\w-]+|groups\/[\w-]+\/videos|showcase\/\d+\/video)\/)?(\d{1,12})(?:\/([\da-f]{6,40}))?$/

function vimeo(path: string[], url: URL): Player | null {
  const [, id, secret = url.searchParams.get('h')] = vimeoPage.exec(path.join('/')) ?? []
  if (!id) return null
  const key = secret && /^[\da-f]{6,40}$/.test(secret) ? `&h=${secret}` : ''
  const start = startOf(url)
  return {
    provider: 'Vimeo',
    medium: 'video',
    src: `https://player.vimeo.com/video/${id}?dnt=1${key}${start ? `#t=${start}s` : ''}`,
    height: 315,
  }
}

const soundcloudPages = ['discover', 'search', 'stream', 'upload', 'you', 'charts', 'tags', 'people', 'pages']
const soundcloudLists = ['sets', 'tracks', 'albums', 'likes', 'reposts', 'popular-tracks', 'comments']

function soundcloud(path: string[]): Player | null {
  const [user, track, secret] = path
  if (!user || !track || path.length > 3) return null
  if (![user, track].every((slug) => /^[a-z\d][\w-]{0,99}$/i.test(slug))) return null
  if (soundcloudPages.includes(user) || soundcloudLists.includes(track)) return null
  if (secret !== undefined && !/^s-[A-Za-z\d]{1,40}$/.test(secret)) return null
  const page = `https://soundcloud.com/${path.join('/')}`
  return {
    provider: 'SoundCloud',
    medium: 'audio',
    src: `https://w.soundcloud.com/player/?url=${encodeURIComponent(page)}`,
    height: 166,
  }
}

function suno([page, id, ...rest]: string[]): Player | null {
  if (page !== 'song' && page !== 'embed') return null
  if (!id || rest.length > 0 || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return null
  return { provider: 'Suno', medium: 'audio', src: `https://suno.com/embed/${id.toLowerCase()}`, height: 166 }
}
