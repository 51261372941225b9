import { viewerContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { REWARDED_ACTIONS } from '#app/parts/challenges/rewards.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardGrid, CoverLink } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { Section } from '#app/ui/section.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import { loginPath } from '#platform/http/return-to.ts'
import type { Route } from './+types/community.ts'
import pathDrawing from './path.svg?url&no-inline'
import { GUIDELINES, PAGES, STEPS } from './texts.ts'

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
        subtitle="Make things with AI tools, against the clock, and vote for each other’s work."
      >
        <div className="flex flex-wrap gap-3">
          {!signedIn && <ButtonLink to={loginPath('/community')}>Sign In</ButtonLink>}
          <ButtonLink to="/challenges" variant={signedIn ? 'primary' : 'secondary'}>
            Browse Challenges
          </ButtonLink>
        </div>
      </PageBanner>
      <div className="page">
        <Section id="way" title="How to join">
          <Steps signedIn={signedIn} />
        </Section>
        <Section
          id="points"
          title="What earns points"
          link={{ to: '/leaderboard#ranking-system', label: 'How ranks work' }}
        >
          <RewardedActions />
        </Section>
        <Section id="places" title="Pages of the dojo">
          <Pages />
        </Section>
        <Section id="manners" title="Guidelines" link={{ to: '/terms', label: 'Terms of Service' }}>
          <Guidelines />
        </Section>
      </div>
    </>
  )
}

function Steps({ signedIn }: { signedIn: boolean }) {
  return (
    <Card flush className="overflow-hidden">
      <img
        src={pathDrawing}
        alt=""
        width="1200"
        height="384"
        className="hidden w-full bg-[light-dark(#f8ead0,#0d131e)] lg:block"
      />
      <ol className="divide-line max-lg:divide-y lg:grid lg:grid-cols-4 lg:divide-x lg:border-t lg:border-line">
        {STEPS.map(({ title, text, link }, position) => (
          <li key={title} className="flex flex-col px-6 py-7">
            <span
              className="font-display text-[1.375rem] leading-[1.2] font-bold text-gold-text"
              aria-hidden="true"
            >
              {position + 1}
            </span>
            <h3 className="text-card">{title}</h3>
            <p className="mt-2 mb-4 text-calm text-muted">{text}</p>
            {position === 0 && signedIn ? (
              <p className="mt-auto text-calm font-semibold text-good-text">You are in</p>
            ) : (
              <div className="mt-auto">
                <ArrowLink to={link.to}>{link.label}</ArrowLink>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

function RewardedActions() {
  return (
    <Card as="dl" flush className="grid grid-cols-2 divide-line lg:grid-cols-4 lg:divide-x">
      {Object.values(REWARDED_ACTIONS).map(({ points, action }) => (
        <div key={action} className="flex flex-col-reverse justify-end p-6">
          <dt className="text-muted">{action}</dt>
          <dd className="font-display text-page font-bold tabular-nums">+{points}</dd>
        </div>
      ))}
    </Card>
  )
}

function Pages() {
  return (
    <CardGrid as="ul" columns={4}>
      {PAGES.map(({ to, icon, title, text }) => (
        <Card as="li" flush link key={to} className="flex gap-4 p-5 sm:flex-col sm:p-6">
          <Icon name={icon} className="size-6 text-gold-text" />
          <div>
            <h3 className="text-card">
              <CoverLink to={to}>{title}</CoverLink>
            </h3>
            <p className="mt-1.5 text-calm text-muted">{text}</p>
          </div>
        </Card>
      ))}
    </CardGrid>
  )
}

function Guidelines() {
  return (
    <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
      {GUIDELINES.map(({ title, text }) => (
        <li key={title} className="border-l border-gold pl-6">
          <h3 className="text-card">{title}</h3>
          <p className="mt-2 max-w-120 text-muted">{text}</p>
        </li>
      ))}
    </ul>
  )
}
