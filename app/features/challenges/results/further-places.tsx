import { Link } from 'react-router'
import { Image } from '#app/parts/image.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { roomPath, submissionPath } from '#app/parts/paths.ts'
import { Cover, cardRatio, PlayMark, RoomLink } from '#app/parts/submissions/submission-cover.tsx'
import { CoverLink, LinkArea } from '#app/ui/card.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { formatCount, Place } from '#app/ui/number.tsx'
import { Section } from '#app/ui/section.tsx'
import type { ResultRow } from '#domain/lifecycle/results.server.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'

const shownOnPhones = 3

/** Places below the first three: a row of pictures, on phones a list. */
export function FurtherPlaces({ rows, mineId }: { rows: readonly ResultRow[]; mineId: string | null }) {
  if (rows.length === 0) return null
  const more = rows.length - shownOnPhones
  return (
    <section aria-label="Further places" className="group/places mt-12">
      <ol className="picture-rows gap-y-8 sm:[--row:9rem] phone:block phone:divide-y phone:divide-line phone:border-y phone:border-line">
        {rows.map((row, index) => (
          <li
            key={row.id}
            className={`phone:max-w-none ${row.submission ? cardRatio(row.submission) : 'ratio-100'} ${index < shownOnPhones ? '' : 'phone:hidden phone:group-has-[details[open]]/places:block'}`}
          >
            <PlaceCard row={row} isMine={row.id === mineId} />
          </li>
        ))}
      </ol>
      {more > 0 && (
        <Disclosure
          className="hidden text-center phone:block"
          summaryClassName="inline-block py-4 font-semibold"
          summary={
            <>
              <span className="group-open/disclosure:hidden">{formatCount(more, 'more place')}</span>
              <span className="hidden group-open/disclosure:inline">Fewer places</span>
            </>
          }
        />
      )}
    </section>
  )
}

function PlaceCard({ row: { place, votes, submission }, isMine }: { row: ResultRow; isMine: boolean }) {
  return (
    <LinkArea
      as="article"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 gap-y-2.5 phone:min-h-18 phone:grid-cols-[1.75rem_minmax(0,5.25rem)_minmax(5rem,1fr)] phone:items-center phone:gap-x-3 phone:py-2.5"
    >
      <div className="col-span-2 phone:col-span-1 phone:col-start-2 phone:row-start-1 phone:w-[min(100%,calc(var(--ratio)*3.5rem))] phone:justify-self-center">
        {submission ? (
          <Cover
            submission={submission}
            sizes="(min-width: 40rem) 320px, 84px"
            className={`rounded-control ${isMine ? 'outline-2 outline-offset-3 outline-gold' : ''}`}
          >
            <PlayMark submission={submission} />
            <RoomLink submission={submission} walk={{}} />
          </Cover>
        ) : (
          <div className="aspect-(--ratio) rounded-control bg-panel-2" />
        )}
      </div>
      <p className="phone:col-start-1 phone:row-start-1 phone:text-center">
        <Place place={place ?? 0} plain={place !== null && place > 3} />
      </p>
      <div className="min-w-0 phone:flex phone:flex-wrap phone:items-center phone:justify-between phone:gap-x-3">
        <div className="min-w-0 phone:flex-1 phone:basis-20">
          {submission ? (
            <h2 className="font-sans text-calm leading-tight font-semibold tracking-normal" dir="auto">
              <CoverLink to={submissionPath(submission)}>{submission.title}</CoverLink>
            </h2>
          ) : (
            <p className="text-calm text-muted">An entry that waits for approval</p>
          )}
          {submission && (
            <p dir="auto" className="truncate text-small text-muted">
              {isMine ? 'Your entry' : memberName(submission.author.displayName)}
            </p>
          )}
        </div>
        <p className="text-small whitespace-nowrap text-muted tabular-nums">{formatCount(votes, 'vote')}</p>
      </div>
    </LinkArea>
  )
}

interface AlsoProps {
  title: string
  rows: readonly ResultRow[]
  mineId: string | null
}

export function AlsoEntered({ title, rows, mineId }: AlsoProps) {
  const shown = rows.flatMap(({ submission }) => submission ?? [])
  if (shown.length === 0) return null
  return (
    <Section id="also-entered" title={title} className="mt-12">
      <ul className="small-pictures">
        {shown.map((submission) => (
          <li
            key={submission.id}
            className={submission.image ? cardRatio({ ...submission, kind: 'image' }) : 'ratio-100'}
          >
            <Small submission={submission} isMine={submission.id === mineId} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Small({ submission, isMine }: { submission: SubmissionSummary; isMine: boolean }) {
  const { title, image, author } = submission
  const name = `${title}, by ${memberName(author.displayName)}`
  return (
    <Link
      to={roomPath(submission.challengeId, submission.id)}
      title={name}
      className={`block cursor-zoom-in rounded-control ${isMine ? 'outline-2 outline-offset-2 outline-gold focus-visible:outline-focus' : ''}`}
    >
      {image ? (
        <Image
          image={image}
          fallback="submission"
          alt={name}
          sizes="(min-width: 40rem) 200px, 130px"
          fit="row"
        />
      ) : (
        <span className="flex aspect-(--ratio) items-center overflow-hidden rounded-control border border-line bg-panel p-2 text-center font-display text-small leading-tight">
          <span className="line-clamp-4 w-full">
            <bdi>{title}</bdi>
            <span className="sr-only">
              , by <bdi>{memberName(author.displayName)}</bdi>
            </span>
          </span>
        </span>
      )}
    </Link>
  )
}
