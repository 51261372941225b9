import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import { type Moment, momentsOf, nextChange, stateText, stillText } from '#domain/challenges/next-change.ts'

/** State and time left, with the next change, and all dates. */
export function Clock({ head }: { head: ChallengeHead }) {
  const { id, status, now } = head
  const change = nextChange(head, now)
  const moments = momentsOf(head, now)
  return (
    <section
      aria-label="State and dates"
      className="lg:rounded-card lg:border lg:border-line lg:bg-panel lg:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Badge tone={status} on="line">
          {stateText(head, now)}
        </Badge>
        <ArrowLink to={`/challenges/${id}`} icon="external" className="whitespace-nowrap lg:hidden">
          Public page
        </ArrowLink>
      </div>
      {change && change.at > now ? (
        <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <TimeLeft
            until={change.at}
            now={now}
            className="font-display text-[min(2.75rem,11vw)] leading-[1.2] font-bold tabular-nums"
          />
          <span className="text-muted">
            until {change.what}, <Time value={change.at} format="weekday" />
          </span>
        </p>
      ) : (
        <p className="mt-1 text-muted">{stillText(head)}</p>
      )}
      {moments.length > 1 && <Dates moments={moments} now={now} />}
    </section>
  )
}

/** Past dates have a full marker. */
function Dates({ moments, now }: { moments: readonly Moment[]; now: Date }) {
  return (
    <ol className="mt-4 grid gap-2 text-small sm:flex sm:flex-wrap sm:gap-x-8 sm:gap-y-3">
      {moments.map(({ label, at }) => (
        <li key={label} className="flex items-baseline gap-2.5">
          <span
            aria-hidden="true"
            className={`size-2.5 flex-none rounded-full border-2 ${at <= now ? 'border-ink bg-ink' : 'border-edge'}`}
          />
          <span className="flex flex-1 flex-wrap justify-between gap-x-3 sm:block">
            <span className="font-semibold">{label}</span>
            <Time value={at} format="shorttime" className="text-muted tabular-nums sm:block" />
          </span>
        </li>
      ))}
    </ol>
  )
}
