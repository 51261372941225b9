import { Link } from 'react-router'
import { Chip } from '#app/ui/badge.tsx'
import type { Theme } from '#platform/http/choice-cookies.ts'
import { Brand, type BrandProps } from './brand.tsx'
import { MAIN_LINKS } from './nav-links.ts'
import { ThemeChoice } from './theme-choice.tsx'

const SITE_LINKS = [
  { to: '/community', label: 'How it works' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/cookies', label: 'Cookie Policy' },
  { to: '/contact', label: 'Contact' },
]

interface Props extends BrandProps {
  theme: Theme
  tagline: string
  socialLinks: readonly string[]
}

export function Footer({ theme, productName, logo, tagline, socialLinks }: Props) {
  const columns = socialLinks.length > 0 ? 'lg:grid-cols-[1.6fr_1fr_1fr_1fr]' : 'lg:grid-cols-[2.6fr_1fr_1fr]'
  return (
    <footer className="mt-22 border-t border-line bg-ground-2">
      <div className={`page grid grid-cols-2 gap-x-8 gap-y-10 py-14 sm:grid-cols-3 ${columns}`}>
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <Brand productName={productName} logo={logo} />
          <p dir="auto" className="mt-3 max-w-72 text-calm text-muted wrap-anywhere">
            {tagline.replace(/\p{L}$|\d$/u, '$&.')}
          </p>
        </div>
        <FooterLinks heading="Explore" links={MAIN_LINKS.slice(1)} />
        <FooterLinks heading="About" links={SITE_LINKS} />
        {socialLinks.length > 0 && (
          <FooterLinks heading="Elsewhere" links={socialLinks.map((to) => ({ to, label: siteName(to) }))} />
        )}
      </div>
      <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-t border-line py-6">
        <p className="text-small text-muted">
          {productName} <Chip className="ml-2">Alpha Version</Chip>
        </p>
        <ThemeChoice theme={theme} />
      </div>
    </footer>
  )
}

function FooterLinks({
  heading,
  links,
}: {
  heading: string
  links: readonly { to: string; label: string }[]
}) {
  return (
    <nav aria-label={heading}>
      <h2 className="eyebrow font-sans">{heading}</h2>
      <ul className="mt-3">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link
              to={to}
              className="inline-flex min-h-8 min-w-6 items-center text-calm text-muted underline-offset-[0.22em] hover:text-ink hover:underline"
              {...(to.startsWith('https:') && OUTSIDE)}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const OUTSIDE = { target: '_blank', rel: 'noopener noreferrer' }

const SITE_NAMES: readonly (readonly [host: string, name: string])[] = [
  ['x.com', 'X'],
  ['youtube.com', 'YouTube'],
  ['instagram.com', 'Instagram'],
  ['facebook.com', 'Facebook'],
  ['tiktok.com', 'TikTok'],
  ['reddit.com', 'Reddit'],
  ['discord.com', 'Discord'],
  ['discord.gg', 'Discord'],
  ['github.com', 'GitHub'],
]

function siteName(address: string): string {
  const host = new URL(address).hostname.replace(/^(www|m)\./, '')
  return SITE_NAMES.find(([known]) => known === host)?.[1] ?? host
}
