import { Link } from 'react-router'
import { Image, ratioClass } from '#app/parts/image.tsx'
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
import { REPORTS } from '../../paths.ts'
import { queuePath } from '../../submissions/queue/queue-path.ts'
import { isStopped, type MainAction, reportsIn } from './main-action.ts'
import { votesPath } from './sections.ts'

interface Props {
  head: ChallengeHead
  waiting: WaitingInChallenge
  /** Votes that look unusual. */
  marked: number
  main: MainAction
}

/** What an administrator has to do in the challenge. */
export function Waiting({ head, waiting, marked, main }: Props) {
  const { pending, firstReport } = waiting
  const reports = reportsIn(waiting)
  const stopped = isStopped(head)
  const total = pending + reports + marked + (stopped ? 1 : 0)
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
      {stopped && (
        <Row
          text={head.hasMismatch ? <b>Two counts of the votes differ</b> : <b>The result is held</b>}
          note={
            head.hasMismatch
              ? 'It was not completed, and no points were paid. Please tell the operator of this site.'
              : 'Voting has ended. It completes when the result is released.'
          }
          to={votesPath(head.id)}
          label="Check the votes"
          isMain={main.label === 'Check the votes'}
        />
      )}
      {pending > 0 && (
        <Row
          text={
            <>
              <b>{formatCount(pending, 'entry', 'entries')}</b> to review
            </>
          }
          note={
            waiting.oldestAt && (
              <>
                The first came <Time value={waiting.oldestAt} format="shorttime" />
              </>
            )
          }
          to={queuePath({ challengeId: head.id })}
          label={main.label.startsWith('Review') ? main.label : 'Review'}
          isMain={main.label.startsWith('Review')}
        >
          <Previews challengeId={head.id} previews={waiting.previews} />
        </Row>
      )}
      {reports > 0 && firstReport && (
        <Row
          text={<b>{formatCount(reports, 'report')}</b>}
          note={`${REPORT_REASONS[firstReport.reason]}, about “${isolated(cut(firstReport.about, 60))}”`}
          to={REPORTS.to}
          label="Read"
          isMain={main.label.startsWith('Read')}
        />
      )}
      {marked > 0 && (
        <Row
          text={<b>{formatCount(marked, 'unusual vote')}</b>}
          note="A pattern is no proof."
          to={votesPath(head.id)}
          label="Look"
          isMain={false}
        />
      )}
    </Card>
  )
}

interface RowProps {
  text: React.ReactNode
  note: React.ReactNode
  to: string
  label: string
  /** The bar of phones has it. */
  isMain: boolean
  children?: React.ReactNode
}

function Row({ text, note, to, label, isMain, children }: RowProps) {
  return (
    <div className="border-t border-line px-5 py-4.5 sm:px-6">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p>{text}</p>
          {note && <p className="text-small wrap-anywhere text-muted">{note}</p>}
        </div>
        <ButtonLink
          to={to}
          variant={isMain ? 'primary' : 'secondary'}
          className={`whitespace-nowrap ${isMain ? 'phone:hidden' : ''}`}
        >
          {label}
        </ButtonLink>
      </div>
      {children}
    </div>
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
