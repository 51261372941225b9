import { Form, useNavigation } from 'react-router'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Card, CardGrid } from '#app/ui/card.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { HeroScene, Sky } from '#app/ui/landscape.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { Section } from '#app/ui/section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { UNANSWERED_MESSAGE } from './callback-page.tsx'
import type { LoginPageData } from './login.server.ts'

const BENEFITS: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'people',
    title: 'Be among the first',
    text: 'A small community where every submission gets seen.',
  },
  {
    icon: 'clock',
    title: 'Fresh challenges',
    text: 'Daily, weekly and special challenges for image, video, audio, text and code.',
  },
  {
    icon: 'up',
    title: 'Climb fast',
    text: 'With few ninjas on the leaderboard, every point counts.',
  },
  {
    icon: 'edit',
    title: 'Shape the dojo',
    text: 'Feedback from alpha members decides what we build next.',
  },
]

export type LoginProblem = 'unanswered' | 'often'

interface Props {
  page: LoginPageData
  problem?: LoginProblem
}

/** The login page (AUTH-6, AUTH-7, AUTH-10): alpha notice, sign-in card, benefits of the alpha. */
export function LoginPage({ page, problem }: Props) {
  return (
    <>
      <Sky>
        <div className="page grid items-center gap-x-16 gap-y-6 py-8 xl:min-h-160 lg:grid-cols-[1fr_22rem] lg:py-20">
          <div className="max-w-136 max-lg:contents">
            <div>
              <p className="eyebrow">Alpha Version</p>
              <h1 className="mt-3 text-hero">Step into the dojo</h1>
            </div>
            {/* On narrow screens after the card. */}
            <div className="max-lg:order-1">
              <p className="mb-6 text-lead lg:mt-5 lg:mb-8">
                One account to enter challenges, vote for what others made and climb the eight ranks.
              </p>
              <Notice tone="gold">
                <strong>This is an alpha.</strong> All user data, submissions and rankings may be reset before
                the official launch.
              </Notice>
            </div>
          </div>
          <SignInCard page={page} problem={problem} />
        </div>
        <HeroScene />
      </Sky>
      <AlphaBenefits />
    </>
  )
}

function SignInCard({ page, problem }: Props) {
  const pending = useNavigation().formAction === '/login/start'
  const zone = useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : ''
  return (
    <Card as="section" aria-labelledby="sign-in" className="grid gap-5">
      <h2 id="sign-in" className="text-title">
        Sign in
      </h2>
      {problem && <Problem problem={problem} />}
      {/* Back after sign-in leads past the login page. */}
      <Form method="post" action="/login/start" replace>
        <input type="hidden" name="redirect" value={page.returnTo} />
        <input type="hidden" name="zone" value={zone} />
        <Button size="large" wide pending={pending} pendingLabel="Signing in...">
          Sign in with {page.providerName}
        </Button>
      </Form>
      {page.demoLogins.length > 0 && <DemoLogins logins={page.demoLogins} />}
      <p className="text-small text-muted">
        By signing in you accept the <TextLink to="/terms">Terms</TextLink> and the{' '}
        <TextLink to="/privacy">Privacy Policy</TextLink>.
      </p>
    </Card>
  )
}

function Problem({ problem }: { problem: LoginProblem }) {
  return (
    <Notice tone="bad" alert>
      <p className="font-semibold">Failed to sign in</p>
      <p>An error occurred during sign in</p>
      <p className="mt-1 text-small text-muted">
        {problem === 'often'
          ? 'Too many attempts from your network. Please wait a few minutes.'
          : UNANSWERED_MESSAGE}
      </p>
    </Notice>
  )
}

function DemoLogins({ logins }: { logins: readonly { name: string; note: string }[] }) {
  return (
    <div className="rounded-control border border-line bg-panel-2 px-4 py-3.5">
      <h3 className="eyebrow font-sans">This is a demo</h3>
      <p className="mt-1.5 text-calm">
        It runs on this machine only and needs no password. Choose one of these on the next page, or sign in
        as a new user:
      </p>
      <dl className="mt-3 grid gap-1.5 text-calm">
        {logins.map(({ name, note }) => (
          <div key={name}>
            <dt className="inline font-semibold">{name}</dt>
            <dd className="ml-2 inline text-muted">{note}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function AlphaBenefits() {
  return (
    <div className="page">
      <Section id="alpha-benefits" title="Why come now" subtitle="Benefits of joining the alpha.">
        <CardGrid as="ul" columns={4}>
          {BENEFITS.map(({ icon, title, text }) => (
            <Card as="li" key={title}>
              <Icon name={icon} className="size-6 text-gold-text" />
              <h3 className="mt-4 text-card">{title}</h3>
              <p className="mt-2 text-calm text-muted">{text}</p>
            </Card>
          ))}
        </CardGrid>
      </Section>
    </div>
  )
}
