import { Link } from 'react-router'
import { Image, ratioClass } from '#app/parts/image.tsx'
import { managePath } from '#app/parts/paths.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { KindIcon } from '#app/ui/icon.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import type { PendingPreview, WaitingInChallenge } from '#domain/reporting/challenge-overview.server.ts'
import { REPORT_REASONS } from '#domain/reports/rules.ts'
import { isolated } from '#platform/text/isolated.ts'
import { cut } from '#platform/text/text.ts'
import { deskPath } from '../../integrity/paths.ts'
import { entriesPath, reportsPath, resultsPath } from '../../paths.ts'
import { queuePath } from '../../submissions/queue/queue-path.ts'

/** Something that waits for an administrator in a challenge. */
interface Wait {
  count: number
  text: React.ReactNode
  note: React.ReactNode
  to: string
  label: string
  /** The label where it is the main action; none where it never is. */
  mainLabel?: string
  previews?: readonly PendingPreview[] | undefined
}

/** What waits in a challenge, the most urgent first; `marked` votes look unusual. */
export function waitsIn(head: ChallengeHead, waiting: WaitingInChallenge | null, marked: number): Wait[] {
  const { pending = 0, oldestAt, previews, firstReport, reports } = waiting ?? {}
  const reported = reports ? reports.submissions + reports.comments : 0
  const entries = formatCount(pending, 'entry', 'entries')
  return [
    stoppedResult(head),
    {
      count: pending,
      text: (
        <>
          <b>{entries}</b> to review
        </>
      ),
      note: oldestAt && (
        <>
          The first came <Time value={oldestAt} format="shorttime" />
        </>
      ),
      to: queuePath({ challengeId: head.id }),
      label: 'Review',
      mainLabel: `Review ${entries}`,
      previews,
    },
    {
      count: reported,
      text: <b>{formatCount(reported, 'report')}</b>,
      note:
        firstReport &&
        `${REPORT_REASONS[firstReport.reason]}, about “${isolated(cut(firstReport.about, 60))}”`,
      to: reportsPath(head.id),
      label: 'Read',
      mainLabel: `Read ${formatCount(reported, 'report')}`,
    },
    {
      count: marked,
      text: <b>{formatCount(marked, 'unusual vote')}</b>,
      note: 'A pattern is no proof.',
      to: deskPath(head.id),
      label: 'Look',
    },
  ].filter(({ count }) => count > 0)
}

/** A result that waits for an administrator: held beyond the end of voting, or two counts differ. */
function stoppedResult({ id, isHeld, hasMismatch, votingEndsAt, now }: ChallengeHead): Wait {
  const isStopped = hasMismatch || (isHeld && votingEndsAt !== null && votingEndsAt <= now)
  const label = 'Check the votes'
  return {
    count: isStopped ? 1 : 0,
    text: <b>{hasMismatch ? 'Two counts of the votes differ' : 'The result is held'}</b>,
    note: hasMismatch
      ? 'It was not completed, and no points were paid. Please tell the operator of this site.'
      : 'Voting has ended. It completes when the result is released.',
    to: deskPath(id),
    label,
    mainLabel: label,
  }
}

export interface MainAction {
  to: string
  label: string
  /** It waits for an administrator. */
  isPrimary: boolean
}

/** The most useful thing to do in a challenge now. */
export function mainAction(head: ChallengeHead, [first]: readonly Wait[]): MainAction {
  const { id, status, participants } = head
  if (first?.mainLabel) return { to: first.to, label: first.mainLabel, isPrimary: true }
  const edit = { to: `${managePath(id)}/edit`, label: 'Edit' }
  if (status === 'draft') return { ...edit, isPrimary: true }
  if (status === 'upcoming') return { ...edit, isPrimary: head.startDate === null }
  if (status === 'completed') return { to: resultsPath(id), label: 'See the results', isPrimary: false }
  if (participants === 0) return { to: `/challenges/${id}`, label: 'Public page', isPrimary: false }
  return { to: entriesPath(id), label: 'See the entries', isPrimary: false }
}

/** What an administrator has to do in the challenge. */
export function Waiting({ challengeId, waits }: { challengeId: string; waits: readonly Wait[] }) {
  const total = waits.reduce((sum, { count }) => sum + count, 0)
  return (
    <Card as="section" flush aria-labelledby="waiting">
      <div className="flex items-baseline justify-between gap-4 px-5 pt-5 pb-3.5 sm:px-6">
        <h2 id="waiting" className="text-card">
          What waits
        </h2>
        {total > 0 && <span className="tabular-nums text-muted">{formatNumber(total)}</span>}
      </div>
      {total === 0 && (
        <p className="border-t border-line px-5 py-4.5 text-muted sm:px-6">Nothing waits for you.</p>
      )}
      {waits.map((wait, index) => {
        // On phones the bar has it.
        const mainLabel = index === 0 ? wait.mainLabel : undefined
        return (
          <div key={wait.label} className="border-t border-line px-5 py-4.5 sm:px-6">
            <div className="flex items-center justify-between gap-4">
              <div className="min-w-0">
                <p>{wait.text}</p>
                {wait.note && <p className="text-small wrap-anywhere text-muted">{wait.note}</p>}
              </div>
              <ButtonLink
                to={wait.to}
                variant={mainLabel ? 'primary' : 'secondary'}
                className={`whitespace-nowrap ${mainLabel ? 'phone:hidden' : ''}`}
              >
                {mainLabel ?? wait.label}
              </ButtonLink>
            </div>
            {wait.previews && <Previews challengeId={challengeId} previews={wait.previews} />}
          </div>
        )
      })}
    </Card>
  )
}

/** The first pending submissions, whole, in a row of equal height. */
function Previews({ challengeId, previews }: { challengeId: string; previews: readonly PendingPreview[] }) {
  return (
    <ul className="relative mt-3.5 flex gap-2 overflow-hidden sm:gap-2.5">
      {previews.map(({ id, title, kind, image }) => (
        <li key={id} className="h-22 flex-none sm:h-32">
          <Link to={queuePath({ challengeId, at: id })} className={`block h-full ${ratioClass(image)}`}>
            {image ? (
              <Image
                image={image}
                fallback="submission"
                alt=""
                sizes="230px"
                fit="row"
                className="h-full rounded-control"
              />
            ) : (
              <span className="grid h-full aspect-square place-items-center rounded-control bg-panel-2 text-muted">
                <KindIcon kind={kind} className="size-6" />
              </span>
            )}
            <span className="sr-only">
              Review <bdi>{title}</bdi>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
