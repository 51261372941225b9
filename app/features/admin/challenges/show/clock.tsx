import { TimeLeft } from '#app/parts/time-left.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import { type Moment, momentsOf, nextChange, stateText, stillText } from '#domain/challenges/next-change.ts'

/** State and time left, with the next change, and all dates on a line that is true to scale. */
export function Clock({ head }: { head: ChallengeHead }) {
  const { id, status, now } = head
  const change = nextChange(head, now)
  const moments = momentsOf(head, now)
  return (
    <section
      aria-label="State and dates"
      className="lg:rounded-card lg:border lg:border-line lg:bg-panel lg:p-6"
    >
      <div className="flex items-center justify-between gap-4">
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
            until {change.what}, <Time value={change.at} style="weekday" />
          </span>
        </p>
      ) : (
        <p className="mt-1 text-muted">{stillText(head)}</p>
      )}
      {moments.length > 1 && <Line moments={moments} now={now} />}
    </section>
  )
}

function Line({ moments, now }: { moments: readonly Moment[]; now: Date }) {
  const [first, last] = [moments[0], moments.at(-1)]
  if (!first || !last) return null
  const share = (at: Date) => {
    const part = (at.getTime() - first.at.getTime()) / (last.at.getTime() - first.at.getTime())
    return `${Math.round(Math.min(Math.max(part, 0), 1) * 1_000) / 10}%`
  }
  const passed = share(now)
  return (
    <div className="mt-4">
      <svg className="block h-5 w-full overflow-visible px-2.5" aria-hidden="true">
        <line x1="0" x2="100%" y1="10" y2="10" strokeWidth="4" className="stroke-line" />
        <line x1="0" x2={passed} y1="10" y2="10" strokeWidth="4" className="stroke-ink" />
        {moments.map(({ label, at }) => (
          <circle
            key={label}
            cx={share(at)}
            cy="10"
            r="7"
            strokeWidth="3"
            className={at <= now ? 'fill-ink stroke-ink' : 'fill-ground stroke-edge lg:fill-panel'}
          />
        ))}
        {now > first.at && now < last.at && (
          <circle
            cx={passed}
            cy="10"
            r="7"
            strokeWidth="4"
            className="fill-ink stroke-ground lg:stroke-panel"
          />
        )}
      </svg>
      <ol className="mt-1.5 flex justify-between gap-x-3 text-small max-sm:has-[>:nth-child(4)]:grid max-sm:has-[>:nth-child(4)]:grid-cols-2 max-sm:has-[>:nth-child(4)]:gap-y-2">
        {moments.map(({ label, at }) => (
          <li key={label} className="min-w-0 text-center first:text-left last:text-right">
            <span className="block font-semibold">{label}</span>
            <Time value={at} style="shorttime" className="block text-balance text-muted tabular-nums" />
          </li>
        ))}
      </ol>
    </div>
  )
}
