import { Suspense } from 'react'
import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { ChallengeError, MISSING_TITLE } from '#app/frame/errors/challenge-error.tsx'
import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import { findChallenge } from '#app/middleware/subjects.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { Hall, Lanterns } from '#app/parts/hall.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { pageRequestIn } from '#app/ui/lists/search-params.ts'
import { formatCount } from '#app/ui/number.tsx'
import { typeAndKindLabel } from '#domain/challenges/rules.ts'
import { type Moderation, publicStatuses } from '#domain/challenges/scope.server.ts'
import { challengeResult, nextChallenge, ownResult, resultRows } from '#domain/lifecycle/results.server.ts'
import { RESULTS_PAGE_SIZE } from '#domain/lifecycle/rules.ts'
import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'
import { lastPage, pageInstead } from '#platform/paging.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/results.ts'
import { Earned } from './earned.tsx'
import { resultsPath, winnerText } from './texts.ts'
import { TopPlaces } from './top-places.tsx'
import { votesPlot } from './votes-plot.server.ts'

// Below the first view, so browsers load its code after the rest.
const LowerSections = lazyPart(() => import('./lower-sections.tsx'), 'LowerSections')

const scrolls = 3

/** The result of a completed challenge: places, turnout and how it was counted (CHL-73). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const challenge = await findChallenge(context, params.id)
  const result = await challengeResult(db, challenge.id)
  // Its page says when the results come.
  if (!result) throw redirect(`/challenges/${challenge.id}`)
  const scope = scopeOf(context)
  const requested = pageRequestIn(new URL(request.url).searchParams)
  const rows = await resultRows(db, scope, challenge.id, result, requested)
  const [own, next] = await Promise.all([
    ownResult(db, scope, challenge.id, result),
    nextChallenge(db, scope),
  ])
  const last = lastPage(result.entries, RESULTS_PAGE_SIZE)
  const instead = pageInstead(requested, last, rows.length)
  if (instead) throw redirect(resultsPath(challenge.id, instead))
  const { id, title, description, type, kind, winner } = challenge
  return {
    challenge: { id, title, description, type, kind, winner },
    result,
    plot: result.hours.length > 0 ? votesPlot(result.hours) : null,
    rows,
    page: requested.page,
    last,
    own: own ?? null,
    /** Visitors see the share picture of the own submission. */
    isShareable: own !== undefined && isPublic(own.submission.status, scope.moderation),
    next: next ?? null,
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING_TITLE, hidden: true })
  const { id, title } = loaderData.challenge
  return pageMeta(args, {
    title: `Results of ${isolated(title)}`,
    description: winnerText(loaderData.challenge, loaderData.result),
    image: shareImage(`/challenges/${id}`, `The challenge ${title}`),
  })
}

export default function Results({ loaderData }: Route.ComponentProps) {
  const { challenge, result, rows, page, own } = loaderData
  const placed = rows.filter(({ place }) => place !== null)
  const top = page === 1 ? placed.slice(0, scrolls) : []
  const hasWon = own?.placing?.place === 1
  return (
    <>
      <Hall className={`pb-14 ${top.length > 0 ? 'sm:pb-20' : 'min-h-72 sm:min-h-88'}`}>
        <div className="page">
          <Head challenge={challenge} result={result} isSmall={hasWon} />
          {hasWon && (
            <p className="mb-4 text-center font-display text-[3.25rem] leading-none font-bold">You won</p>
          )}
          {!challenge.winner && <p className="max-w-140 text-lead">{winnerText(challenge, result)}</p>}
          {top.length > 0 && (
            <TopPlaces rows={top} result={result}>
              {hasWon && <Earned own={own} />}
            </TopPlaces>
          )}
        </div>
        {hasWon && page === 1 && <Lanterns />}
      </Hall>
      <div className="page">
        <Suspense fallback={<div className="min-h-svh" />}>
          <LowerSections {...loaderData} further={placed.slice(top.length)} hasWon={hasWon} />
        </Suspense>
      </div>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeError error={error} />
}

type HeadProps = Pick<Route.ComponentProps['loaderData'], 'challenge' | 'result'> & {
  isSmall: boolean
}

function Head({ challenge, result: { entries, votes }, isSmall }: HeadProps) {
  const figures = [formatCount(entries, 'entry', 'entries'), votes > 0 && formatCount(votes, 'vote')]
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 pt-5 pb-6 sm:pt-7">
      <div className="min-w-0 max-w-200">
        <p className="mb-1.5 eyebrow text-ink">
          {[typeAndKindLabel(challenge), ...figures].filter(Boolean).join(' · ')}
        </p>
        <h1 dir="auto" className={isSmall ? 'text-card' : 'text-page'}>
          {challenge.title}
        </h1>
      </div>
      <ButtonLink
        to={`/challenges/${challenge.id}`}
        variant="overlay"
        size={isSmall ? 'small' : 'normal'}
        className="max-sm:min-h-9.5 max-sm:text-compact"
      >
        Challenge Details
      </ButtonLink>
    </header>
  )
}

function isPublic(status: SubmissionStatus, moderation: Moderation): boolean {
  return publicStatuses(moderation).some((known) => known === status)
}
