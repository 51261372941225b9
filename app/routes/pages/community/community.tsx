import { viewerContext } from '#app/context.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageBanner } from '#app/ui/surfaces/page-banner.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import type { Route } from './+types/community.ts'
import { Deeds, Manners, Places } from './parts.tsx'
import { Way } from './way.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return { signedIn: context.get(viewerContext) !== null }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Community',
    description: 'How to take part in the dojo: sign in, enter a challenge, vote, and climb the eight ranks.',
  })
}

export default function Community({ loaderData: { signedIn } }: Route.ComponentProps) {
  return (
    <>
      <PageBanner
        eyebrow="Enter the dojo"
        title="Community"
        subtitle="People who make things with AI tools, against the clock and for each other’s eyes. This is how you become one of them."
      >
        <div className="flex flex-wrap gap-3">
          {!signedIn && <ButtonLink to="/login?redirect=/community">Sign In</ButtonLink>}
          <ButtonLink to="/challenges" look={signedIn ? 'go' : 'quiet'}>
            Browse Challenges
          </ButtonLink>
        </div>
      </PageBanner>
      <div className="page">
        <Section id="way" title="The way in" subtitle="Four steps, from the gate to the summit.">
          <Way signedIn={signedIn} />
        </Section>
        <Section
          id="points"
          title="What it earns"
          link={{ to: '/leaderboard#ranking-system', label: 'How ranks work' }}
        >
          <Deeds />
        </Section>
        <Section
          id="places"
          title="Rooms of the dojo"
          subtitle="Every door is open, most of them to visitors too."
        >
          <Places />
        </Section>
        <Section id="manners" title="Manners" link={{ to: '/terms', label: 'Terms of Service' }}>
          <Manners />
        </Section>
      </div>
    </>
  )
}
