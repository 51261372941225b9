import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { ChallengeError, MISSING_TITLE } from '#app/frame/errors/challenge-error.tsx'
import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import { findChallenge } from '#app/middleware/challenge.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { Hall, Lanterns } from '#app/parts/hall.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { edgesOf, pageParams, pageRequestIn, pathWith } from '#app/ui/search-params.ts'
import { typeAndKindLabel } from '#domain/challenges/rules.ts'
import { type Moderation, publicStatuses } from '#domain/challenges/scope.server.ts'
import { challengeResult, nextChallenge, ownResult, resultRows } from '#domain/lifecycle/results.server.ts'
import { RESULTS_PAGE_SIZE } from '#domain/lifecycle/rules.ts'
import type { SubmissionStatus } from '#domain/submissions/queries.server.ts'
import { lastPage, type PageRequest, pageInstead } from '#platform/paging.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/results.ts'
import { CountDetails } from './count-details.tsx'
import { AlsoEntered, FurtherPlaces } from './further-places.tsx'
import { Earned, OwnPlace, WinnerActions } from './own-result.tsx'
import { TopPlaces } from './top-places.tsx'
import { votesPlot } from './votes-plot.server.ts'
import { winnerText } from './winner-text.ts'

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
  const { challenge, result, plot, rows, page, last, own, isShareable, next } = loaderData
  const placed = rows.filter(({ place }) => place !== null)
  const top = page === 1 ? placed.slice(0, scrolls) : []
  const mine = own && { ...own, isWinner: own.placing?.place === 1 }
  return (
    <>
      <Hall className={`pb-14 ${top.length > 0 ? 'sm:pb-20' : 'min-h-72 sm:min-h-88'}`}>
        <div className="page">
          <Head challenge={challenge} result={result} isSmall={mine?.isWinner === true} />
          {mine?.isWinner && (
            <p className="mb-4 text-center font-display text-[3.25rem] leading-none font-bold">You won</p>
          )}
          {!challenge.winner && <p className="max-w-140 text-lead">{winnerText(challenge, result)}</p>}
          {top.length > 0 && (
            <TopPlaces rows={top} result={result}>
              {mine?.isWinner && <Earned own={mine} />}
            </TopPlaces>
          )}
        </div>
        {mine?.isWinner && page === 1 && <Lanterns />}
      </Hall>
      <div className="page">
        {mine?.isWinner ? (
          <WinnerActions own={mine} isShareable={isShareable} next={next} />
        ) : (
          <OwnPlace own={own} isShareable={isShareable} next={next} />
        )}
        <div id="places">
          {rows.length === 0 && (
            <div className="mt-12">
              <EmptyState subject="scroll">No entry took part in this challenge.</EmptyState>
            </div>
          )}
          <FurtherPlaces rows={placed.slice(top.length)} mineId={own?.submission.id ?? null} />
          <AlsoEntered
            title={result.votedFor > 0 ? 'Also entered' : 'Entries'}
            rows={rows.filter(({ place }) => place === null)}
            mineId={own?.submission.id ?? null}
          />
          <Pager
            current={page}
            last={last}
            edges={edgesOf(rows)}
            to={(_, request) => resultsPath(challenge.id, request, 'places')}
            label="Pages of places"
          />
        </div>
        <CountDetails result={result} winner={winnerText(challenge, result)} rows={rows} plot={plot} />
      </div>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeError error={error} />
}

type HeadProps = Pick<Route.ComponentProps['loaderData'], 'challenge' | 'result'> & {
  /** Leaves the room to what follows. */
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

function resultsPath(challengeId: string, request: PageRequest, hash?: string): string {
  return pathWith(`/challenges/${challengeId}/results`, pageParams(request), hash)
}
