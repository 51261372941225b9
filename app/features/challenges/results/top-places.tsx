import { HallLight } from '#app/parts/hall.tsx'
import { AuthorLink } from '#app/parts/members/member.tsx'
import { submissionPath } from '#app/parts/paths.ts'
import { HangingScroll } from '#app/parts/submissions/hanging-scroll.tsx'
import { CoverLink } from '#app/ui/card.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import type { Result, ResultRow } from '#domain/lifecycle/results.server.ts'
import { formatOrdinal } from '#domain/submissions/rules.ts'

interface Props {
  rows: readonly ResultRow[]
  result: Pick<Result, 'counted' | 'tied'>
  children?: React.ReactNode
}

export function TopPlaces({ rows, result, children }: Props) {
  return (
    <div className={`grid items-start gap-x-5 gap-y-4 lg:gap-x-[max(2rem,4vw)] ${COLUMNS[rows.length - 1]}`}>
      {rows.map((row, index) => (
        <HangingScroll
          key={row.id}
          submission={row.submission}
          tone={index === 0 ? 'gold' : 'ink'}
          sizes={index === 0 ? '(min-width: 40rem) 400px, 75vw' : '(min-width: 40rem) 360px, 45vw'}
          eager={index === 0}
          className={POSITIONS[rows.length > 2 ? index : 3 + index]}
          walk={{}}
          ground={index === 0 && <HallLight />}
        >
          <Caption row={row} result={result}>
            {index === 0 && children}
          </Caption>
        </HangingScroll>
      ))}
    </div>
  )
}

const COLUMNS = [
  'justify-items-center',
  'grid-cols-2 sm:mx-auto sm:max-w-220',
  'grid-cols-2 sm:grid-cols-[1fr_1.15fr_1fr]',
]

const WINNER =
  'max-sm:col-span-2 [--tall:min(26rem,54svh)] sm:[--tall:min(36rem,max(24rem,66svh))] max-sm:mb-6 w-full'
const OTHER = '[--tall:16rem] sm:[--tall:22rem]'
const POSITIONS = [`${WINNER} sm:order-2`, `${OTHER} sm:order-1`, `${OTHER} sm:order-3`, WINNER, OTHER]

function Caption({
  row: { place, votes, submission },
  result,
  children,
}: { row: ResultRow } & Pick<Props, 'result' | 'children'>) {
  const isWinner = place === 1
  return (
    <div className="grid content-start justify-items-center gap-y-0.5 text-center">
      <p
        className={`font-display font-bold text-gold-text ${isWinner ? 'text-[1.625rem]' : 'text-[1.3125rem]'} leading-tight`}
      >
        {isWinner ? 'Winner' : formatOrdinal(place ?? 0)}
      </p>
      {submission ? (
        <h2 dir="auto" className={isWinner ? 'text-title' : 'text-[1.0625rem] leading-tight sm:text-card'}>
          <CoverLink to={submissionPath(submission)}>{submission.title}</CoverLink>
        </h2>
      ) : (
        <p>An entry that waits for approval</p>
      )}
      <div className="mt-1 flex max-w-full flex-wrap items-center justify-center gap-x-2 text-calm">
        {submission && (
          <>
            <AuthorLink author={submission.author} />
            <span aria-hidden="true" className={isWinner ? '' : 'max-sm:hidden'}>
              ·
            </span>
          </>
        )}
        <span className="whitespace-nowrap tabular-nums">
          {isWinner ? (
            <>
              <b>{formatNumber(votes)}</b> of {formatCount(result.counted, 'vote')}
            </>
          ) : (
            formatCount(votes, 'vote')
          )}
        </span>
      </div>
      {isWinner && result.tied > 1 && (
        <p className="text-calm">
          {result.tied === 2 ? 'Two' : formatNumber(result.tied)} entries had as many votes. This one was
          final earlier.
        </p>
      )}
      {children}
    </div>
  )
}
