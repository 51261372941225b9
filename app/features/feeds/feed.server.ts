import { Feed } from 'feed'
import { type Html, html } from '#platform/text/html.ts'

interface FeedInput {
  /** Of the site, as the author of entries without another. */
  name: string
  title: string
  publicUrl: string
  /** Of the feed, and of the page with the same content. */
  path: string
  pagePath: string
  entries: readonly FeedEntry[]
}

interface FeedEntry {
  /** Stays the same when the site moves. */
  id: string
  title: string
  path: string
  author?: { name: string; path: string | null }
  publishedAt: Date
  updatedAt: Date
  summary: Html
}

/** An Atom feed (RFC 4287). Pages in memory give it an entity tag and compression. */
export function feedResponse({ name, title, publicUrl, path, pagePath, entries }: FeedInput): Response {
  const newest = Math.max(0, ...entries.map(({ updatedAt }) => updatedAt.getTime()))
  const feed = new Feed({
    id: publicUrl + path,
    title: plain(title),
    link: publicUrl + pagePath,
    feed: publicUrl + path,
    updated: new Date(newest),
    author: { name: plain(name), link: publicUrl },
    generator: false,
  })
  for (const { author, publishedAt, updatedAt, summary, ...entry } of entries) {
    feed.addItem({
      id: `urn:uuid:${entry.id}`,
      title: characters(html`${entry.title}`.text),
      link: publicUrl + entry.path,
      ...(author && {
        author: [{ name: plain(author.name), ...(author.path && { link: publicUrl + author.path }) }],
      }),
      published: publishedAt,
      date: updatedAt,
      description: characters(summary.text),
    })
  }
  return new Response(feed.atom1(), {
    headers: {
      'Content-Type': 'application/atom+xml; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
    },
  })
}

export function paragraphs(text: string): Html[] {
  return text
    .split(/\n+/)
    .filter(Boolean)
    .map((line) => html`<p dir="auto">${line}</p>`)
}

/** Text outside of markup: the library decodes `&amp;` before it escapes. */
function plain(text: string): string {
  return characters(text).replaceAll('&', '&amp;')
}

/** Only characters that XML allows. */
function characters(text: string): string {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}
