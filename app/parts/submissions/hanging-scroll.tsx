import { Badge } from '#app/ui/badge.tsx'
import { LinkArea } from '#app/ui/card.tsx'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import type { Walk } from '../paths.ts'
import { Cover, cardRatio, PlayMark, RoomLink } from './submission-cover.tsx'

interface Props {
  submission: SubmissionSummary | null
  tone?: 'gold' | 'ink'
  sizes: string
  eager?: boolean
  /** The largest height of the picture, as `[--tall:24rem]`, and the position. */
  className?: string
  badge?: string
  /** As of a card. */
  walk?: Walk
  ground?: React.ReactNode
  children: React.ReactNode
}

/**
 * A submission as a hanging scroll: a cord, two rods and the whole picture in its own proportions. In a grid, the lower
 * rods of a row are on one line: the scroll and its caption take two rows.
 */
export function HangingScroll({
  submission,
  tone = 'gold',
  sizes,
  eager,
  className = '',
  badge,
  walk,
  ground,
  children,
}: Props) {
  return (
    <LinkArea
      as="article"
      className={`row-span-2 grid grid-rows-subgrid ${submission ? cardRatio(submission) : 'ratio-178'} ${className}`}
    >
      <div className="relative mx-auto w-[min(100%,calc(var(--ratio)*var(--tall)))] self-end px-2">
        {ground}
        <span className="scroll-cord mx-auto block h-6 w-[96%]" aria-hidden="true" />
        <div className={`scroll-paper relative ${tone === 'ink' ? 'scroll-ink' : ''}`}>
          {submission ? (
            <Cover submission={submission} sizes={sizes} eager={eager} className="">
              {badge && (
                <span className="absolute bottom-3 left-3">
                  <Badge tone="winner" on="image">
                    {badge}
                  </Badge>
                </span>
              )}
              <PlayMark submission={submission} />
              {walk && <RoomLink submission={submission} walk={walk} />}
            </Cover>
          ) : (
            <div className="aspect-(--ratio) bg-panel-2" />
          )}
        </div>
      </div>
      {children}
    </LinkArea>
  )
}
