import { Card, CoverLink } from '#app/ui/card.tsx'
import { KindIcon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import type { Preview } from '#domain/ballot/previews.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import type { VotingChallenge } from '#domain/reporting/my-dojo.server.ts'
import { Image, ratioClass } from '../image.tsx'
import { TimeLeft } from './time-left.tsx'

interface Props {
  challenges: readonly (VotingChallenge & { mayVote?: boolean })[]
  signedIn: boolean
  now: Date
  oneRow?: boolean
}

const COLUMNS = {
  1: '',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-2 lg:grid-cols-3',
} as const

export function VotingCards({ challenges, signedIn, now, oneRow }: Props) {
  const columns = challenges.length === 1 ? 1 : challenges.length === 2 ? 2 : 3
  return (
    <ul
      className={`flex snap-x gap-4 max-sm:-mx-[min(1.25rem,6vw)] max-sm:scroll-px-[min(1.25rem,6vw)] max-sm:overflow-x-auto max-sm:px-[min(1.25rem,6vw)] max-sm:pb-2 sm:grid sm:gap-6 ${COLUMNS[columns]}`}
    >
      {challenges.map((challenge) => (
        <Card
          as="li"
          key={challenge.id}
          flush
          link
          className={`flex snap-start flex-col p-3.5 max-sm:min-w-[min(18.5rem,82%)] max-sm:flex-1 ${columns === 1 ? 'lg:flex-row lg:items-center lg:gap-8 lg:pr-7' : ''} ${oneRow ? 'sm:max-lg:nth-[n+3]:hidden lg:nth-[n+4]:hidden' : ''}`}
        >
          <Previews challenge={challenge} columns={columns} />
          <div
            className={`mt-auto flex flex-wrap items-end justify-between gap-x-3 gap-y-3 pt-3.5 ${columns === 1 ? 'lg:mt-0 lg:w-72 lg:flex-none lg:gap-y-5 lg:pt-0' : ''}`}
          >
            <div className="min-w-0 flex-1 basis-40">
              <h3 className="text-[1.1875rem] leading-tight">
                <CoverLink dir="auto" to={`/challenges/${challenge.id}/voting-room`}>
                  {challenge.title}
                </CoverLink>
              </h3>
              <p className="mt-1 text-small text-muted">
                <Facts challenge={challenge} signedIn={signedIn} now={now} />
              </p>
            </div>
            <span
              aria-hidden="true"
              className="inline-flex min-h-10 items-center justify-center rounded-control border border-edge/70 px-4 text-compact font-semibold group-hover/link:border-edge max-sm:w-full"
            >
              {signedIn && challenge.mayVote === false ? 'View' : 'Vote'}
            </span>
          </div>
        </Card>
      ))}
    </ul>
  )
}

function Facts({
  challenge,
  signedIn,
  now,
}: { challenge: VotingChallenge } & Pick<Props, 'signedIn' | 'now'>) {
  const { votingEndsAt, submissionCount, seen } = challenge
  const total = formatNumber(submissionCount)
  return (
    <>
      {votingEndsAt && <TimeLeft until={votingEndsAt} now={now} voting />}
      <span className="whitespace-nowrap">
        {' · '}
        {signedIn
          ? `${formatNumber(Math.min(seen, submissionCount))} of ${total} seen`
          : `${total} ${submissionCount === 1 ? 'entry' : 'entries'}`}
      </span>
    </>
  )
}

/** The sum of the proportions of the pictures in a card, by the number of cards beside each other. */
const WIDEST = { 1: 7, 2: 5, 3: 3.7 } as const

interface PreviewsProps {
  challenge: VotingChallenge
  columns: keyof typeof WIDEST
}

/** In one row of equal height, each in its own proportions; on narrow screens those that fit there. */
function Previews({ challenge: { previews, kind }, columns }: PreviewsProps) {
  const narrow = countInRow(previews, WIDEST[3])
  return (
    <div
      className={`flex items-center justify-center gap-1.5 ${columns === 1 ? 'lg:flex-1 lg:justify-start lg:gap-3' : 'sm:h-30'}`}
      aria-hidden="true"
    >
      {previews.slice(0, countInRow(previews, WIDEST[columns])).map((preview, index) => (
        <div
          key={preview.id}
          className={`max-w-[calc(var(--ratio)*5.25rem)] sm:max-w-[calc(var(--ratio)*7.5rem)] flex-[var(--ratio)_1_0] ${columns === 1 ? 'lg:max-w-[calc(var(--ratio)*11rem)]' : ''} ${index < narrow ? '' : 'max-lg:hidden'} ${preview.image ? ratioClass(preview.image) : 'ratio-75'}`}
        >
          <Picture preview={preview} kind={kind} />
        </div>
      ))}
    </div>
  )
}

function Picture({ preview: { image, text }, kind }: { preview: Preview; kind: Kind }) {
  if (image) {
    return <Image image={image} fallback="submission" alt="" sizes="160px" fit="row" className="rounded-lg" />
  }
  return (
    <div className="relative aspect-(--ratio) overflow-hidden rounded-lg border border-line bg-panel-2 p-2">
      {kind === 'text' ? (
        <p className="h-full mask-b-from-40% font-display text-[0.6875rem] leading-snug">{text}</p>
      ) : (
        <KindIcon kind={kind} className="absolute inset-0 m-auto size-6 text-muted" />
      )}
    </div>
  )
}

/** At least two. */
function countInRow(previews: readonly Preview[], widest: number): number {
  let width = 0
  const past = previews.findIndex(({ image }, index) => {
    const ratio = image ? image.width / image.height : 0.75
    width += Math.min(Math.max(ratio, 9 / 16), 16 / 9)
    return index >= 2 && width > widest
  })
  return past === -1 ? previews.length : past
}
