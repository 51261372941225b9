import { siteInfo } from '#app/content/site-info.server.ts'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Route } from './+types/contact.ts'

export function loader({ context }: Route.LoaderArgs) {
  return siteInfo(context)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Contact',
    description: 'How to reach the organisers of the dojo, and what to write about.',
  })
}

export default function Contact({ loaderData: { productName, contactEmail } }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageHeader
        crumbs={[{ label: 'Home', to: '/' }, { label: 'Contact' }]}
        title="Contact"
        subtitle={`${productName} is run by people. Here is how to reach them.`}
      />
      <div className="grid items-start gap-7 lg:grid-cols-[1fr_24rem]">
        <WriteTo email={contactEmail} />
        <div className="card overflow-hidden max-lg:-order-1">
          <Letter />
        </div>
      </div>
    </div>
  )
}

/** The organisers’ address, and links that start an e-mail with a subject. */
function WriteTo({ email }: { email: string }) {
  return (
    <div className="card">
      <div className="p-6 sm:p-8">
        <h2 className="eyebrow font-sans">Write to the organisers</h2>
        <p className="mt-2 font-display text-card font-bold wrap-anywhere sm:text-title">
          <TextLink as="a" href={mailto(email)}>
            {email}
          </TextLink>
        </p>
        <p className="mt-3 text-muted">A person reads it. Give them a few days.</p>
      </div>
      <ul className="rows border-t border-line">
        {TOPICS.map(({ icon, title, text }) => (
          <li key={title} className="contact-topic">
            <Icon name={icon} className="mt-0.5 size-6 text-gold-text" />
            <div>
              <h3 className="font-sans text-body font-semibold">
                <a href={mailto(email, title)} className="card-cover">
                  {title}
                </a>
              </h3>
              <p className="mt-1 text-calm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function mailto(email: string, subject?: string): string {
  return `mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
}

/** The title is the subject of the e-mail. */
const TOPICS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'plus',
    title: 'Suggest a resource',
    text: 'A tutorial, a video, a text: the link, and what it taught you.',
  },
  {
    icon: 'warning',
    title: 'Report an entry or a member',
    text: 'The address of the page, and what is wrong with it.',
  },
  {
    icon: 'people',
    title: 'My account or my information',
    text: 'A copy, a correction, or the deletion of what the dojo stores about you.',
  },
  {
    icon: 'search',
    title: 'A bug or a vulnerability',
    text: 'What you did, what happened, and what you expected. Please report vulnerabilities in private.',
  },
]

function Letter() {
  return (
    <svg viewBox="0 0 400 330" className="block w-full" aria-hidden="true">
      <path className="letter-wall" d="M0 0h400v330H0z" />
      <circle className="letter-orb" cx="292" cy="84" r="44" />
      <path className="letter-frame" d="M196 0h6v178h-6zM388 0h6v178h-6zM196 88h204v5H196zM296 0h4v178h-4z" />
      <path className="letter-wood" d="M0 178h400v12H0z" />
      <path className="letter-desk" d="M0 190h400v140H0z" />
      <g transform="rotate(-6 190 220)">
        <path className="letter-shade" d="M66 142h244v160H66z" />
        <path className="letter-paper" d="M60 134h244v160H60z" />
        <path className="letter-flap" d="M60 134h244l-122 92Z" />
        <path className="letter-fold" d="m60 294 96-86m148 86-96-86M60 134l122 92 122-92" />
        <circle className="seal-field" cx="182" cy="226" r="25" />
        <path
          className="letter-mark"
          d="M186 212c-9-2-17 4-18 13-1 10 6 17 15 17 10 0 16-7 16-16 0-6-3-10-7-12"
        />
      </g>
      <g transform="rotate(24 330 250)">
        <path className="letter-wood" d="M324 150h11v96h-11z" />
        <path className="letter-paper" d="M322 244h15c2 14-2 26-7 36-6-10-10-22-8-36Z" />
        <path className="letter-ink" d="M323 262h13c0 10-3 20-6 28-4-8-7-18-7-28Z" />
      </g>
    </svg>
  )
}
