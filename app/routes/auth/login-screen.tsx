import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#app/ui/controls/button.tsx'
import { HeroScene } from '#app/ui/scenes/hero-scene.tsx'
import { Notice } from '#app/ui/surfaces/notice.tsx'
import { AlphaBenefits } from './alpha-benefits.tsx'
import { DemoLogins } from './demo-logins.tsx'
import type { LoginPage } from './login-page.server.ts'

export type LoginProblem = 'unanswered' | 'often'

interface Props {
  page: LoginPage
  problem?: LoginProblem
}

/** The login page (AUTH-6, AUTH-7, AUTH-10): alpha notice, the one way to sign in, what the alpha brings. */
export function LoginScreen({ page, problem }: Props) {
  return (
    <>
      <div className="hero">
        <div className="page grid items-center gap-x-16 gap-y-10 py-12 xl:min-h-160 lg:grid-cols-[1fr_22rem] lg:py-20">
          <div className="max-w-136">
            <p className="eyebrow">Alpha Version</p>
            <h1 className="mt-3 text-hero">Step into the dojo</h1>
            <p className="mt-5 mb-8 text-lead">
              One account to enter challenges, vote for what others made and climb the eight ranks.
            </p>
            <Notice tone="gold">
              <strong>This is an alpha.</strong> All user data, submissions and rankings may be reset before
              the dojo opens for good.
            </Notice>
          </div>
          <SignInCard page={page} problem={problem} />
        </div>
        <HeroScene />
      </div>
      <AlphaBenefits />
    </>
  )
}

function SignInCard({ page, problem }: Props) {
  const pending = useNavigation().formAction === '/login/start'
  return (
    <section aria-labelledby="sign-in" className="card card-body grid gap-5">
      <h2 id="sign-in" className="text-title">
        Sign in
      </h2>
      {problem && <Problem problem={problem} />}
      <Form method="post" action="/login/start">
        <input type="hidden" name="redirect" value={page.returnTo} />
        <Button size="large" wide pending={pending} pendingLabel="Signing in...">
          Sign in with {page.providerName}
        </Button>
      </Form>
      {page.demoLogins.length > 0 && <DemoLogins logins={page.demoLogins} />}
      <p className="text-small text-muted">
        By signing in you accept the{' '}
        <Link to="/terms" className="text-link">
          Terms
        </Link>{' '}
        and the{' '}
        <Link to="/privacy" className="text-link">
          Privacy Policy
        </Link>
        .
      </p>
    </section>
  )
}

function Problem({ problem }: { problem: LoginProblem }) {
  return (
    <Notice tone="bad" alert>
      <p className="font-semibold">Failed to sign in</p>
      <p>An error occurred during sign in</p>
      <p className="mt-1 text-small text-muted">
        {problem === 'often'
          ? 'There were too many attempts from your network. Please wait a few minutes.'
          : 'The sign-in service does not answer. Please try again in a moment.'}
      </p>
    </Notice>
  )
}
