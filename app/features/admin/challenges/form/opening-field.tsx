import { FieldLabel } from '#app/ui/fields/field.tsx'
import { Time } from '#app/ui/time.tsx'
import { NO_OPENING, OPENINGS, type OpeningChoice, openingOf } from '#domain/challenges/opening.ts'
import { type ChallengeStatus, NO_START, statusLabel } from '#domain/challenges/rules.ts'
import type { ChallengeValues } from './challenge-values.ts'
import { momentOf } from './local-time.ts'

const HINTS: Record<OpeningChoice, string> = {
  draft: 'Only administrators see it.',
  announced: 'Everyone sees it, without a start date.',
  scheduled: 'Everyone sees it; it opens by itself at the start date.',
  open: 'It takes entries from now until the deadline.',
}

/** Of a challenge that has no such choice any more. */
const OTHER_HINTS: Partial<Record<string, string>> = {
  voting: 'It takes votes until voting ends.',
  completed: 'It takes neither entries nor votes.',
  canceled: 'It takes neither entries nor votes.',
}

interface Props {
  values: ChallengeValues
  onChoose: (choice: OpeningChoice) => void
}

/**
 * When a challenge opens, in one choice that sets the status, auto-activation and the start date below (ADM-94). Without
 * scripts the server sets them, if the choice is another than the one that the form showed.
 */
export function OpeningField({ values, onChoose }: Props) {
  const chosen = openingOf(values)
  const startsAt = momentOf(values.startDate, values.timeZone)
  const labels: Record<OpeningChoice, React.ReactNode> = {
    draft: 'Save as draft',
    announced: NO_START,
    scheduled: (
      <>
        Schedule for{' '}
        {chosen === 'scheduled' && startsAt ? <Time value={startsAt} format="weekday" /> : 'a start date'}
      </>
    ),
    open: 'Open now',
  }
  return (
    <fieldset>
      <FieldLabel as="legend">Opening</FieldLabel>
      <input type="hidden" name="openedWith" value={chosen} />
      <div className="grid gap-x-6 sm:grid-cols-2">
        {OPENINGS.map((choice) => (
          <Choice
            key={choice}
            value={choice}
            label={labels[choice]}
            hint={HINTS[choice]}
            checked={choice === chosen}
            onChoose={() => onChoose(choice)}
          />
        ))}
        {chosen === NO_OPENING && (
          <Choice
            value={NO_OPENING}
            label={statusLabel(values.status as ChallengeStatus)}
            hint={OTHER_HINTS[values.status] ?? ''}
            checked
            onChoose={() => {}}
          />
        )}
      </div>
    </fieldset>
  )
}

interface ChoiceProps {
  value: string
  label: React.ReactNode
  hint: string
  checked: boolean
  onChoose: () => void
}

function Choice({ value, label, hint, checked, onChoose }: ChoiceProps) {
  return (
    <label className="flex cursor-pointer gap-3 py-2">
      <input
        type="radio"
        name="opening"
        value={value}
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-go-fill"
      />
      <span>
        {label}
        <span className="block text-small text-muted">{hint}</span>
      </span>
    </label>
  )
}
