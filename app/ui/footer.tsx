import { Link } from 'react-router'
import type { Theme } from '#app/forms/theme.ts'
import { Chip } from './badge.tsx'
import { Brand } from './brand.tsx'
import { MAIN_LINKS } from './nav-links.ts'
import { ThemeChoice } from './theme-switch.tsx'

const SITE_LINKS = [
  { to: '/community', label: 'How it works' },
  { to: '/terms', label: 'Terms' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/cookies', label: 'Cookie Policy' },
  { to: '/contact', label: 'Contact' },
]

export function Footer({ theme, productName }: { theme: Theme; productName: string }) {
  return (
    <footer className="mt-22 border-t border-line bg-ground-2">
      <div className="page grid gap-x-8 gap-y-10 grid-cols-2 py-14 sm:grid-cols-3 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <Brand productName={productName} />
          <p className="mt-3 max-w-72 text-calm text-muted">
            Challenge yourself, showcase your work, join a community of AI creative ninjas.
          </p>
        </div>
        <FooterLinks heading="Explore" links={MAIN_LINKS.slice(1)} />
        <FooterLinks heading="About" links={SITE_LINKS} />
        <FooterLinks heading="Elsewhere" links={socialPages(productName)} />
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
              className="inline-flex min-h-8 items-center text-calm text-muted underline-offset-[0.22em] hover:text-ink hover:underline"
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

/** Where the community's work is shown elsewhere: the dojo's own tag on three networks. */
function socialPages(productName: string): { to: string; label: string }[] {
  const tag = encodeURIComponent(productName.replace(/[^\p{L}\p{N}]/gu, ''))
  return [
    { to: `https://x.com/hashtag/${tag}`, label: 'X' },
    { to: `https://www.youtube.com/hashtag/${tag}`, label: 'YouTube' },
    { to: `https://www.instagram.com/explore/tags/${tag}/`, label: 'Instagram' },
  ]
}
