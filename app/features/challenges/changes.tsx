import { Time } from '#app/ui/time.tsx'
import {
  type ChallengeChange,
  MOMENT_LABELS,
  STEP_LABELS,
  TO_BE_ANNOUNCED,
} from '#domain/challenges/changes.ts'

/** What organisers changed since the challenge was published, latest first; nothing without any (CHL-75). */
export function Changes({ changes }: { changes: readonly ChallengeChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul aria-label="Changes" className="mt-3 grid gap-1 text-small text-muted">
      {changes.map((change) => (
        <li key={change.id}>
          <Time value={change.at} format="short" />: <ChangeText change={change} />
        </li>
      ))}
    </ul>
  )
}

function ChangeText({ change }: { change: ChallengeChange }) {
  if (change.step)
    return (
      <>
        {STEP_LABELS[change.step]}
        {change.note && (
          <q dir="auto" className="block max-w-[60ch] whitespace-pre-line text-ink wrap-anywhere">
            {change.note}
          </q>
        )}
      </>
    )
  const { moment, from, to } = change
  return (
    <>
      {MOMENT_LABELS[moment]} {to ? <Time value={to} format="shorttime" /> : TO_BE_ANNOUNCED}
      {from && (
        <>
          {' '}
          instead of <Time value={from} format="shorttime" />
        </>
      )}
    </>
  )
}
