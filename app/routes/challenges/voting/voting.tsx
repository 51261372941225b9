import { servicesContext } from '#app/context.ts'
import { nowOf } from '#app/now.server.ts'
import { part } from '#app/part.server.ts'
import { scopeOf } from '#app/scope.server.ts'
import { ButtonLink } from '#app/ui/controls/button.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { PageBanner } from '#app/ui/surfaces/page-banner.tsx'
import type { Route } from './+types/voting.ts'
import { BallotCard } from './ballot-card.tsx'
import { HowVotingWorks } from './how-voting-works.tsx'
import { loadBallots } from './voting.server.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const [now, ballots] = await Promise.all([nowOf(context), part(context, loadBallots(db, scope))])
  return { ballots, signedIn: scope.viewer !== null, now }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Vote On Challenges',
    description: 'Challenges whose entries are in: look at them, give your one vote, decide who wins.',
  })
}

export default function Voting({ loaderData }: Route.ComponentProps) {
  const { ballots, signedIn, now } = loaderData
  return (
    <>
      <PageBanner
        subject="lanterns"
        eyebrow="The dojo decides"
        title="Vote On Challenges"
        subtitle="The entries are in. Look at all of them, then give your one vote in each challenge."
      />
      <div className="page mt-12 grid gap-6">
        {ballots === null && <ErrorPanel message="Failed to load challenges available for voting" />}
        {ballots?.length === 0 && (
          <EmptyState
            heading="No Active Voting Challenges"
            action={<ButtonLink to="/challenges">Browse Challenges</ButtonLink>}
          >
            Voting opens when a challenge's deadline has passed. Meanwhile there may be something to enter.
          </EmptyState>
        )}
        {ballots?.map(({ challenge, votedForId }, position) => (
          <BallotCard
            key={challenge.id}
            challenge={challenge}
            votedForId={votedForId}
            signedIn={signedIn}
            eager={position === 0}
            now={now}
          />
        ))}
      </div>
      <div className="page">
        <HowVotingWorks />
      </div>
    </>
  )
}
