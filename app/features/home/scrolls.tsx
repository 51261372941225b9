import { memberName } from '#app/parts/names.ts'
import { Cover, cardRatio } from '#app/parts/submission-card.tsx'
import { CoverLink, LinkArea } from '#app/ui/card.tsx'
import type { WinningSubmission } from '#domain/reporting/home.server.ts'

interface Props {
  winners: readonly WinningSubmission[]
  label: string
  /** Loads the images first, for scrolls in the first view. */
  eager?: boolean
  className?: string
}

/** Winning submissions as hanging scrolls, in a row that scrolls on phones. Each leads to the results of its challenge. */
export function Scrolls({ winners, label, eager, className = '' }: Props) {
  return (
    <ol
      aria-label={label}
      className={`flex items-start max-sm:-mx-[min(1.25rem,6vw)] max-sm:scroll-px-[min(1.25rem,6vw)] max-sm:snap-x max-sm:overflow-x-auto max-sm:px-[min(1.625rem,6.5vw)] max-sm:pb-2 ${className}`}
    >
      {winners.map((winner) => (
        <LinkArea
          as="li"
          key={winner.id}
          className={`max-w-[calc((0.4+0.6*var(--ratio))*24rem)] flex-[calc(0.4+0.6*var(--ratio))_1_0] snap-start max-sm:min-w-[calc((0.4+0.6*var(--ratio))*13.5rem)] ${cardRatio(winner)}`}
        >
          <span className="mx-auto block scroll-cord h-5 w-[88%] rotate-180" aria-hidden="true" />
          <Rod />
          <div className="border-x border-line bg-panel [&>div:first-child]:rounded-none">
            <Cover submission={winner} eager={eager} />
            <div className="px-2 pt-2.5 pb-3 text-center">
              <h3 className="text-body leading-tight" dir="auto">
                <CoverLink to={`/challenges/${winner.challengeId}/results`}>{winner.title}</CoverLink>
              </h3>
              <p className="mt-1 line-clamp-1 text-small wrap-anywhere text-muted">
                {memberName(winner.author.displayName)}
                <span className="sr-only"> won {winner.challengeTitle}</span>
              </p>
            </div>
          </div>
          <Rod />
        </LinkArea>
      ))}
    </ol>
  )
}

/** How wide scrolls are beside each other: tall ones are narrower, wide ones lower. */
export function scrollWidth({ kind, image }: WinningSubmission): number {
  const ratio = kind === 'text' ? 0.75 : image ? image.width / image.height : 16 / 9
  return 0.4 + 0.6 * Math.min(Math.max(ratio, 9 / 16), 16 / 9)
}

function Rod() {
  return (
    <span
      aria-hidden="true"
      className="relative -mx-1.5 block h-1.75 rounded-full bg-linear-to-b from-[#e3bf62] to-[#8f6c1e]"
    />
  )
}
