import type { MetaDescriptor } from 'react-router'
import { excerpt } from '#app/ui/text/excerpt.ts'

interface MetaSource {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

export interface PageMeta {
  title: string
  description?: string | null
  image?: { path: string; alt: string } | null
  about?: 'article' | 'profile'
  canonicalPath?: string
  feed?: { path: string; title: string }
  /** Other sites may embed its card (NAV-93). */
  hasCard?: boolean
  hidden?: boolean
}

const SITE_IMAGE = { path: '/pictures/share.png', alt: 'A ninja on a torii before the moon' }

interface Site {
  productName: string
  tagline: string
  origin: string
}

/** Title ('{title} | {product name}'), description, canonical link and sharing tags (NAV-8, NAV-9). */
export function pageMeta(source: MetaSource, page: PageMeta): MetaDescriptor[] {
  const site = siteOf(source)
  const title = `${page.title} | ${site.productName}`
  const description = excerpt(page.description || site.tagline, 160)
  const address = new URL(page.canonicalPath ?? source.location.pathname, site.origin)
  address.hash = ''
  const { href } = address
  const image = page.image ?? SITE_IMAGE
  return [
    { title },
    { name: 'description', content: description },
    ...(page.hidden
      ? [{ name: 'robots', content: 'noindex' }]
      : [{ tagName: 'link', rel: 'canonical', href } as const]),
    ...(page.hasCard && !page.hidden ? [cardTag(page.title, href, site.origin)] : []),
    ...(page.feed ? [feedTag(page.feed, site.origin)] : []),
    { property: 'og:site_name', content: site.productName },
    { property: 'og:type', content: page.about ?? 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: href },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: page.title },
    { name: 'twitter:description', content: description },
    ...imageTags(new URL(image.path, site.origin).href, image.alt),
  ]
}

export function shareImage(path: string, alt: string): PageMeta['image'] {
  return { path: `${path}/share.png`, alt }
}

function feedTag({ path, title }: NonNullable<PageMeta['feed']>, origin: string): MetaDescriptor {
  return { tagName: 'link', rel: 'alternate', type: 'application/atom+xml', title, href: origin + path }
}

function cardTag(title: string, address: string, origin: string): MetaDescriptor {
  const href = `${origin}/oembed?${new URLSearchParams({ url: address, format: 'json' })}`
  return { tagName: 'link', rel: 'alternate', type: 'application/json+oembed', title, href }
}

function imageTags(address: string, alt: string): MetaDescriptor[] {
  return [
    { property: 'og:image', content: address },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:image', content: address },
    { name: 'twitter:image:alt', content: alt },
  ]
}

function siteOf(source: MetaSource): Site {
  const root = source.matches.find((match) => match?.id === 'root')
  return (
    (root?.loaderData as Site | undefined) ?? {
      productName: 'Creative Dojo',
      tagline: '',
      origin: 'http://localhost',
    }
  )
}
