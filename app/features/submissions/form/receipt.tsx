import { Link } from 'react-router'
import { submissionPath } from '#app/parts/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { KindIcon } from '#app/ui/icon.tsx'
import { RidgeScene, Sky } from '#app/ui/landscape.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { DAY } from '#domain/challenges/rules.ts'
import { imageSources } from '#domain/media/sources.ts'
import { receiptNumber } from '#domain/submissions/rules.ts'
import { ShareMenu } from '../show/share-menu.tsx'
import { EarnedPoints } from './earned-points.tsx'
import { useDeadLink } from './link-check.ts'
import type { submitPage } from './submit.server.ts'
import { useHeadingFocus } from './unavailable/access-cards.tsx'

type Props = Extract<Awaited<ReturnType<typeof submitPage>>, { state: 'sent' }> & { challengeId: string }

/** The own work, what it earned, and what happens next (SUB-76). */
export function Receipt({ challengeId, submission, work, earned, votesLeft, progress, next, now }: Props) {
  const { id, title, submittedAt, contentUrl } = submission
  const path = submissionPath({ challengeId, id })
  const heading = useHeadingFocus(true)
  return (
    <>
      <Sky className="text-center">
        <RidgeScene subject="moon" />
        <div className="page pt-5 pb-6 sm:pt-10 sm:pb-8">
          <h1 ref={heading} tabIndex={-1} className="text-title outline-none">
            {next.visible === 'rejected' ? 'Submission Rejected' : 'Submission Successful!'}
          </h1>
          <Link
            to={path}
            className="mx-auto mt-4 flex w-fit max-w-full justify-center overflow-hidden rounded-control"
          >
            <Work title={title} work={work} />
          </Link>
        </div>
      </Sky>
      <div className="page grid max-w-130 gap-4 pt-4 text-center sm:gap-5">
        <div>
          <h2 dir="auto" className="text-[1.625rem] leading-tight">
            {title}
          </h2>
          <p className="mt-1 text-muted max-sm:text-compact">
            {VISIBLE[next.visible]}
            {next.editUntil && (
              <>
                {' '}
                Edit until <Soon value={next.editUntil} now={now} />.
              </>
            )}
            {next.votingUntil && next.visible !== 'rejected' && (
              <>
                {' '}
                Voting ends <Soon value={next.votingUntil} now={now} />.
              </>
            )}
          </p>
        </div>
        <EarnedPoints {...earned} />
        <DeadLink link={contentUrl} editPath={`${path}/edit`} />
        <p className="text-small text-muted">
          No. {receiptNumber(id)} · Received <Time value={submittedAt} format="datetime" />
          {progress !== 'Received' && ` · ${progress}`}
        </p>
        <div className="flex flex-wrap justify-end gap-3 text-left phone:sticky phone:bottom-(--tab-bar) phone:z-10 phone:-my-2 phone:bg-ground phone:py-2 [&_summary]:min-h-13">
          {votesLeft > 0 ? (
            <ButtonLink to="/challenges/voting" size="large" className="flex-1">
              Vote in {formatCount(votesLeft, 'challenge')}
            </ButtonLink>
          ) : (
            <ButtonLink to={path} size="large" className="flex-1">
              View My Submission
            </ButtonLink>
          )}
          {next.visible === 'now' && <ShareMenu title={title} path={path} up />}
        </div>
        <p className="flex flex-wrap justify-center gap-x-6 gap-y-3 text-calm">
          {votesLeft > 0 && (
            <TextLink to={path} className="min-h-6">
              View My Submission
            </TextLink>
          )}
          <TextLink to={`/challenges/${challengeId}`} className="min-h-6">
            Challenge Details
          </TextLink>
        </p>
      </div>
    </>
  )
}

const VISIBLE = {
  now: 'Live now.',
  later: 'Shown to others after the deadline.',
  approved: 'Shown to others once approved.',
  rejected: 'Only you see it.',
}

/** All of the picture; the beginning of a text. */
function Work({ title, work }: Pick<Props, 'work'> & { title: string }) {
  if (work.kind === 'text')
    return (
      <span className="line-clamp-9 max-w-110 whitespace-pre-line rounded-control border border-line bg-panel p-6 text-left font-display text-lead wrap-anywhere">
        {work.description}
      </span>
    )
  if (work.image)
    return (
      <img
        {...imageSources(work.image)}
        sizes="(min-width: 40rem) 600px, 100vw"
        alt={work.imageAlt ?? title}
        fetchPriority="high"
        className="max-h-[max(12rem,min(23rem,40svh))] w-auto rounded-control"
      />
    )
  return (
    <span className="grid h-48 w-80 max-w-full place-items-center border border-line bg-panel text-muted">
      <KindIcon kind={work.kind} className="size-16" />
      <span dir="auto" className="sr-only">
        {title}
      </span>
    </span>
  )
}

/** Within a day the hour, within a week the weekday, else the date. */
function Soon({ value, now }: { value: Date | string; now: Date | string }) {
  const left = new Date(value).getTime() - new Date(now).getTime()
  return <Time value={value} format={left < DAY ? 'hour' : left < 6 * DAY ? 'day' : 'yearless'} />
}

function DeadLink({ link, editPath }: { link: string | null; editPath: string }) {
  const isDead = useDeadLink(link ?? '')
  return (
    <div role="status" className="text-left empty:hidden">
      {isDead && (
        <Notice tone="bad">
          <p>The link of your entry did not answer: {link}. Check that it is correct and public.</p>
          <ButtonLink to={editPath} variant="secondary" size="small" className="mt-3">
            Edit Submission
          </ButtonLink>
        </Notice>
      )}
    </div>
  )
}
