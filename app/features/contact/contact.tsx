import { siteInfo } from '#app/content/site-info.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Card, CoverLink, LinkArea } from '#app/ui/card.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Route } from './+types/contact.ts'
import letter from './letter.svg?url&no-inline'

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
        <Card flush className="overflow-hidden max-lg:-order-1">
          <img src={letter} alt="" width="400" height="330" className="block w-full" />
        </Card>
      </div>
    </div>
  )
}

function WriteTo({ email }: { email: string }) {
  return (
    <Card flush>
      <div className="p-6 sm:p-8">
        <h2 className="eyebrow font-sans">Write to the organisers</h2>
        <p className="mt-2 font-display text-card font-bold wrap-anywhere sm:text-title">
          <TextLink as="a" href={mailto(email)}>
            {email}
          </TextLink>
        </p>
        <p className="mt-3 text-muted">A person reads it. Give them a few days.</p>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {TOPICS.map(({ icon, title, text }) => (
          <LinkArea as="li" key={title} className="flex gap-4.5 px-6 py-5 hover:bg-ink/4 sm:px-8">
            <Icon name={icon} className="mt-0.5 size-6 text-gold-text" />
            <div>
              <h3 className="font-sans text-body font-semibold">
                <CoverLink to={mailto(email, title)}>{title}</CoverLink>
              </h3>
              <p className="mt-1 text-calm text-muted">{text}</p>
            </div>
          </LinkArea>
        ))}
      </ul>
    </Card>
  )
}

function mailto(email: string, subject?: string): string {
  return `mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`
}

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
