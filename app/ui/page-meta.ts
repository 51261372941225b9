import type { MetaDescriptor } from 'react-router'

export const DEFAULT_DESCRIPTION =
  'Challenge yourself, showcase your work, join a community of AI creative ninjas'

/** What pageMeta takes from a route's meta arguments; every route's own type fits. */
export interface MetaSource {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

export interface PageMeta {
  title: string
  description?: string | null
  /** A path of this site; the picture others show beside a link, 1200 x 630. */
  image?: string | null
  /** The page's one true address, where it is not the path itself. */
  canonicalPath?: string
  /** For pages that search engines should leave alone. */
  hidden?: boolean
}

interface Site {
  productName: string
  origin: string
}

/** Title ('{title} | {product name}'), description, canonical link and sharing tags (public §1). */
export function pageMeta(source: MetaSource, page: PageMeta): MetaDescriptor[] {
  const site = siteOf(source)
  const title = `${page.title} | ${site.productName}`
  const description = excerpt(page.description || DEFAULT_DESCRIPTION, 160)
  const address = new URL(page.canonicalPath ?? source.location.pathname, site.origin).href
  const image = new URL(page.image || '/pictures/share.png', site.origin).href
  return [
    { title },
    { name: 'description', content: description },
    ...(page.hidden
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href: address } as const]),
    { property: 'og:site_name', content: site.productName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/** At most `length` characters, cut at a word, with an ellipsis where something was left out. */
export function excerpt(text: string, length: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  if (flat.length <= length) return flat
  const lastSpace = flat.slice(0, length).lastIndexOf(' ')
  const end = lastSpace > length / 2 ? lastSpace : length - 1
  return `${flat.slice(0, end).replace(/[\s,.;:–—-]+$/, '')}…`
}

function siteOf(source: MetaSource): Site {
  const root = source.matches.find((match) => match?.id === 'root')
  return (
    (root?.loaderData as Site | undefined) ?? { productName: 'Creative Dojo', origin: 'http://localhost' }
  )
}
