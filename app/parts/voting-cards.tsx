import { Card, CoverLink } from '#app/ui/card.tsx'
import { KindIcon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import type { VotingChallenge } from '#domain/reporting/my-dojo.server.ts'
import type { Preview } from '#domain/submissions/previews.server.ts'
import { Image, ratioClass } from './image.tsx'
import { TimeLeft } from './time-left.tsx'

interface Props {
  challenges: readonly VotingChallenge[]
  signedIn: boolean
  now: Date
}

/** Challenges in voting with pictures of their submissions: a row that scrolls on phones. Each leads to its voting room. */
export function VotingCards({ challenges, signedIn, now }: Props) {
  return (
    <ul className="flex snap-x gap-4 max-sm:-mx-[min(1.25rem,6vw)] max-sm:scroll-px-[min(1.25rem,6vw)] max-sm:overflow-x-auto max-sm:px-[min(1.25rem,6vw)] max-sm:pb-2 sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
      {challenges.map((challenge) => (
        <Card
          as="li"
          key={challenge.id}
          flush
          link
          className="flex snap-start flex-col p-3.5 max-sm:min-w-[min(18.5rem,82%)] max-sm:flex-1"
        >
          <Previews challenge={challenge} />
          <div className="mt-auto flex flex-wrap items-end justify-between gap-x-3 gap-y-3 pt-3.5">
            <div className="min-w-0 flex-1 basis-40">
              <h3 className="text-[1.1875rem] leading-tight">
                <CoverLink to={`/challenges/${challenge.id}/voting-room`}>{challenge.title}</CoverLink>
              </h3>
              <p className="mt-1 text-small text-muted">
                <Facts challenge={challenge} signedIn={signedIn} now={now} />
              </p>
            </div>
            <span
              aria-hidden="true"
              className="inline-flex min-h-10 items-center justify-center rounded-control border border-edge/70 px-4 text-compact font-semibold group-hover/link:border-edge max-sm:w-full"
            >
              Vote
            </span>
          </div>
        </Card>
      ))}
    </ul>
  )
}

function Facts({ challenge, signedIn, now }: { challenge: VotingChallenge } & Omit<Props, 'challenges'>) {
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

const widest = 3.7

/** In one row of equal height, each in its own proportions. */
function Previews({ challenge: { previews, kind } }: { challenge: VotingChallenge }) {
  return (
    <div className="flex h-30 items-center justify-center gap-1.5" aria-hidden="true">
      {inRow(previews).map(({ id, image, text }) => (
        <div
          key={id}
          className={`max-w-[calc(var(--ratio)*7.5rem)] flex-[var(--ratio)_1_0] ${image ? ratioClass(image) : 'ratio-75'}`}
        >
          {image ? (
            <Image
              image={image}
              fallback="submission"
              alt=""
              sizes="160px"
              fit="row"
              className="rounded-lg"
            />
          ) : (
            <div className="relative aspect-(--ratio) overflow-hidden rounded-lg border border-line bg-panel-2 p-2">
              {kind === 'text' ? (
                <p className="h-full mask-b-from-40% font-display text-[0.6875rem] leading-snug">{text}</p>
              ) : (
                <KindIcon kind={kind} className="absolute inset-0 m-auto size-6 text-muted" />
              )}
            </div>
          )}
        </div>
      ))}
    </div>
  )
}

/** Three or four, fewer if they are wide. */
function inRow(previews: readonly Preview[]): Preview[] {
  const row: Preview[] = []
  let width = 0
  for (const preview of previews) {
    const ratio = preview.image ? preview.image.width / preview.image.height : 0.75
    width += Math.min(Math.max(ratio, 9 / 16), 16 / 9)
    if (row.length === 4 || (row.length >= 2 && width > widest)) break
    row.push(preview)
  }
  return row
}
