import { memberName } from '#app/parts/members/names.ts'
import { HangingScroll } from '#app/parts/submissions/hanging-scroll.tsx'
import { cardRatio } from '#app/parts/submissions/submission-cover.tsx'
import { CoverLink } from '#app/ui/card.tsx'
import type { WinningSubmission } from '#domain/reporting/home.server.ts'
import { isolated } from '#platform/text/isolated.ts'

interface Props {
  winners: readonly WinningSubmission[]
  label: string
  headingLevel: 'h2' | 'h3'
  eager?: boolean
  className?: string
}

/** Winning submissions as hanging scrolls, in a row that scrolls on phones. Each leads to the results of its challenge. */
export function Scrolls({ winners, label, headingLevel: Heading, eager, className = '' }: Props) {
  return (
    <ol
      aria-label={label}
      className={`flex items-start max-sm:-mx-[min(1.25rem,6vw)] max-sm:scroll-px-[min(1.25rem,6vw)] max-sm:snap-x max-sm:overflow-x-auto max-sm:px-[min(1.625rem,6.5vw)] max-sm:pb-2 ${className}`}
    >
      {winners.map((winner, index) => (
        <li
          key={winner.id}
          className={`grid max-w-[calc((0.4+0.6*var(--ratio))*24rem)] flex-[calc(0.4+0.6*var(--ratio))_1_0] snap-start max-sm:min-w-[calc((0.4+0.6*var(--ratio))*13.5rem)] ${cardRatio(winner)}`}
        >
          <HangingScroll
            submission={winner}
            sizes={scrollSizes(winner)}
            eager={eager && index === 0}
            className="[--tall:34rem]"
          >
            <div className="mx-2 mt-2.5 rounded-control bg-panel px-3 py-2 text-center">
              <Heading className="text-body leading-tight" dir="auto">
                <CoverLink to={`/challenges/${winner.challengeId}/results`}>{winner.title}</CoverLink>
              </Heading>
              <p className="mt-1 line-clamp-1 text-small wrap-anywhere text-muted">
                {isolated(memberName(winner.author.displayName))}
                <span className="sr-only"> won {isolated(winner.challengeTitle)}</span>
              </p>
            </div>
          </HangingScroll>
        </li>
      ))}
    </ol>
  )
}

function scrollSizes(winner: WinningSubmission): string {
  const width = scrollWidth(winner)
  return `(min-width: 40rem) ${Math.round(24 * width)}rem, ${Math.round(13.5 * width)}rem`
}

/** How wide scrolls are beside each other: tall ones are narrower, wide ones lower. */
export function scrollWidth({ kind, image }: WinningSubmission): number {
  const ratio = kind === 'text' ? 0.75 : image ? image.width / image.height : 16 / 9
  return 0.4 + 0.6 * Math.min(Math.max(ratio, 9 / 16), 16 / 9)
}
