import { Link } from 'react-router'
import { KindLine } from '#app/parts/challenges/challenge-card.tsx'
import { AuthorLink } from '#app/parts/members/member.tsx'
import { submissionPath } from '#app/parts/paths.ts'
import { HangingScroll } from '#app/parts/submissions/hanging-scroll.tsx'
import { Chip } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { CoverLink } from '#app/ui/card.tsx'
import { CardSkeletons, usePendingNavigation } from '#app/ui/lists/loading.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { pathWith } from '#app/ui/lists/search-params.ts'
import { Segmented } from '#app/ui/lists/segmented.tsx'
import { Count } from '#app/ui/number.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { excerpt } from '#app/ui/text/excerpt.ts'
import { type Kind, kindLabel } from '#domain/challenges/rules.ts'
import type { Winner } from '#domain/submissions/showcase.server.ts'

const MAX_TOOLS = 3

const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'

interface Props {
  /** null if they could not be loaded. */
  cards: Winner[] | null
  kinds: readonly Kind[]
  kind: Kind | null
  page: number
  last: number
}

/** All winning submissions, filtered by kind (SUB-54, SUB-56). */
export function Winners({ cards, kinds, kind, page, last }: Props) {
  const isLoading = usePendingNavigation() !== null
  const choices = [null, ...kinds].map((choice) => ({
    to: showcasePath(choice),
    label: choice ? kindLabel(choice) : 'All Winners',
    current: choice === kind,
  }))
  return (
    <section id="winners" aria-labelledby="winners-heading" className="page pt-12 sm:pt-14">
      <div className="mb-7 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h2 id="winners-heading" className="text-title">
          {kind ? `${kindLabel(kind)} Winners` : 'All Winners'}
        </h2>
        <Segmented label="Filter by kind" segments={choices} />
      </div>
      {isLoading && <CardSkeletons count={cards?.length || 3} label="Loading winners" />}
      {!isLoading && cards === null && <ErrorPanel message="Failed to load showcase winners" />}
      {!isLoading && cards?.length === 0 && <NoWinners kind={kind} />}
      {cards && cards.length > 0 && (
        <>
          {!isLoading && (
            <ul className="grid gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
              {cards.map((winner) => (
                <li key={winner.id} className="row-span-2 mb-9 grid grid-rows-subgrid">
                  <WinnerScroll winner={winner} kind={kind} />
                </li>
              ))}
            </ul>
          )}
          <Pager
            current={page}
            last={last}
            to={(other) => showcasePath(kind, other)}
            label="Pages of winners"
          />
        </>
      )}
    </section>
  )
}

function WinnerScroll({ winner, kind }: { winner: Winner; kind: Kind | null }) {
  return (
    <HangingScroll
      submission={winner}
      sizes={SIZES}
      badge="Winner"
      walk={{ list: 'winners', kind }}
      className="[--tall:24rem]"
    >
      <div className="flex flex-col border-b border-line px-2 pb-5">
        <KindLine challenge={winner} />
        <h3 className="mt-2 text-card">
          <CoverLink dir="auto" to={submissionPath(winner)}>
            {winner.title}
          </CoverLink>
        </h3>
        <p className="mt-1 text-small text-muted">
          Won{' '}
          <Link
            dir="auto"
            to={`/challenges/${winner.challengeId}`}
            className="relative z-1 font-medium text-ink hover:underline"
          >
            {winner.challengeTitle}
          </Link>
        </p>
        <p dir="auto" className="mt-2 text-calm text-muted">
          {excerpt(winner.description, 100)}
        </p>
        <ToolChips tools={winner.tools} />
        <div className="mt-4 flex items-center justify-between gap-4 text-small text-muted">
          <AuthorLink author={winner.author} />
          <span className="whitespace-nowrap">
            <Count value={winner.votes} one="vote" />
          </span>
        </div>
      </div>
    </HangingScroll>
  )
}

/** At most three tools and the number of the others (SUB-57). */
function ToolChips({ tools }: { tools: readonly string[] }) {
  const others = tools.length - MAX_TOOLS
  return (
    <ul aria-label="AI tools" className="mt-auto flex flex-wrap gap-1.5 pt-4">
      {tools.slice(0, MAX_TOOLS).map((tool) => (
        <li key={tool}>
          <Chip>{tool}</Chip>
        </li>
      ))}
      {others > 0 && (
        <li>
          <Chip>+{others} more</Chip>
        </li>
      )}
    </ul>
  )
}

function NoWinners({ kind }: { kind: Kind | null }) {
  if (kind) {
    return (
      <EmptyState
        heading="No Winners Found"
        action={
          <ButtonLink to={showcasePath(null)} variant="secondary" preventScrollReset>
            All Winners
          </ButtonLink>
        }
      >
        No challenge in the {kindLabel(kind)} category has been won yet.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      heading="No Winners Found"
      action={<ButtonLink to="/challenges">Browse Challenges</ButtonLink>}
    >
      The first winner appears here when voting ends.
    </EmptyState>
  )
}

/** Path of the showcase filtered by kind. With a page, it opens at the list of winners. */
export function showcasePath(kind: Kind | null, page?: number): string {
  const pageParam = page !== undefined && page > 1 ? page : null
  return pathWith('/showcase', { kind, page: pageParam }, page === undefined ? '' : 'winners')
}
