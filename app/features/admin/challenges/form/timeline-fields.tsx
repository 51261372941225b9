import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Checkbox, FieldLabel } from '#app/ui/fields/field.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Time } from '#app/ui/time.tsx'
import { NO_OPENING, OPENINGS, type OpeningChoice, openingOf } from '#domain/challenges/opening.ts'
import {
  type ChallengeStatus,
  type ChallengeType,
  isFinished,
  NO_START,
  statusLabel,
  TYPES,
  votingEnd,
  votingLength,
  votingStart,
} from '#domain/challenges/rules.ts'
import {
  CHALLENGE_FORM_MESSAGES,
  isDeadlinePassed,
  openingErrors,
  savedStatusText,
  timelineErrors,
} from '#domain/challenges/timeline.ts'
import { type ChallengeValues, MOMENTS } from './challenge-values.ts'
import { type ChallengeFormState, Control } from './controls.tsx'
import { momentOf } from './local-time.ts'

interface Props {
  form: ChallengeFormState
  statuses: ChallengeStatus[]
  /** The status that saving the form gives now. */
  saved: ChallengeStatus
  /** What the last choice changed in other fields. */
  note: string | null
  choose: (choice: OpeningChoice) => void
}

export function TimelineFields({ form, statuses, saved, note, choose }: Props) {
  const { values, change } = form
  const { timeZone, presetDeadline, presetType } = values
  const status = values.status as ChallengeStatus
  const length = votingLength(values.type as ChallengeType)
  const meaning = STATUS_HINTS[saved]
  return (
    <>
      <HiddenFields values={{ timeZone, savedAs: saved, presetDeadline, presetType }} />
      <OpeningField values={values} choose={choose} />
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Control name="type" form={form} />
        <Control
          name="status"
          form={form}
          options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
          hint={saved === status ? meaning : `${savedStatusText(status, saved)} ${meaning}`}
        />
      </div>
      <div>
        <Checkbox
          name="autoActivate"
          label="Activate automatically at the start date"
          hint="Until then the challenge is upcoming."
          checked={values.autoActivate}
          onChange={(event) => change({ autoActivate: event.target.checked })}
        />
        <p role="status" className="mt-1.5 text-small font-medium text-gold-text empty:hidden">
          {note}
        </p>
      </div>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <Control name="startDate" form={form} required={values.autoActivate} />
        <Control name="deadline" form={form} />
        <Control name="votingOpensAt" form={form} />
        <Control
          name="votingClosesAt"
          form={form}
          hint={`If not set, voting ends ${length} ${length === 1 ? 'day' : 'days'} after the deadline.`}
        />
      </div>
      {/* The fields have errors, which say what does not fit. */}
      {MOMENTS.every((name) => !form.errors[name]) && <TimelinePreview values={values} saved={saved} />}
    </>
  )
}

const STATUS_HINTS: Record<ChallengeStatus, string> = {
  draft: 'Not visible to users.',
  upcoming: 'Visible, but not accepting submissions.',
  active: 'Accepting submissions until the deadline.',
  voting: 'The deadline has passed; votes are being cast.',
  completed: 'Ended and archived.',
  canceled: 'Ended without a result.',
}

const OPENING_HINTS: Record<OpeningChoice, string> = {
  draft: 'Only administrators see it.',
  announced: 'Everyone sees it, without a start date.',
  scheduled: 'Everyone sees it; it opens by itself at the start date.',
  open: 'It takes entries from now until the deadline.',
}

interface OpeningProps {
  values: ChallengeValues
  choose: (choice: OpeningChoice) => void
}

/**
 * When a challenge opens, in one choice that sets the status, auto-activation and the start date below (ADM-94). Without
 * scripts the server sets them, if the choice is another than the one that the form showed.
 */
function OpeningField({ values, choose }: OpeningProps) {
  const chosen = openingOf(values)
  const startsAt = chosen === 'scheduled' ? momentOf(values.startDate, values.timeZone) : null
  const labels: Record<OpeningChoice, React.ReactNode> = {
    draft: 'Save as draft',
    announced: NO_START,
    scheduled: <>Schedule for {startsAt ? <Time value={startsAt} format="weekday" /> : 'a start date'}</>,
    open: 'Open now',
  }
  return (
    <fieldset>
      <FieldLabel as="legend">Opening</FieldLabel>
      <HiddenFields values={{ openedWith: chosen }} />
      <div className="grid gap-x-6 sm:grid-cols-2">
        {OPENINGS.map((choice) => (
          <Choice
            key={choice}
            value={choice}
            hint={OPENING_HINTS[choice]}
            checked={choice === chosen}
            onChange={() => choose(choice)}
          >
            {labels[choice]}
          </Choice>
        ))}
        {chosen === NO_OPENING && (
          <Choice
            value={NO_OPENING}
            hint={
              values.status === 'voting'
                ? 'It takes votes until voting ends.'
                : 'It takes neither entries nor votes.'
            }
            checked
            readOnly
          >
            {statusLabel(values.status as ChallengeStatus)}
          </Choice>
        )}
      </div>
    </fieldset>
  )
}

/** One of the radio buttons of the opening. */
function Choice({ hint, children, ...input }: React.ComponentProps<'input'> & { hint: string }) {
  return (
    <label className="flex cursor-pointer gap-3 py-2">
      <input {...input} type="radio" name="opening" className="mt-0.5 size-5 shrink-0 accent-go-fill" />
      <span>
        {children}
        <span className="block text-small text-muted">{hint}</span>
      </span>
    </label>
  )
}

/** The dates that follow from what is in the form right now, or what does not fit. */
function TimelinePreview({ values, saved }: { values: ChallengeValues; saved: ChallengeStatus }) {
  const alive = useHydrated()
  const read = (text: string) => momentOf(text, values.timeZone)
  const deadline = read(values.deadline)
  const type = TYPES.find((known) => known === values.type)
  if (!deadline || !type) return null
  const timeline = {
    type,
    deadline,
    startDate: read(values.startDate),
    votingOpensAt: read(values.votingOpensAt),
    votingClosesAt: read(values.votingClosesAt),
  }
  const opening = { ...timeline, status: values.status as ChallengeStatus, autoActivate: values.autoActivate }
  const past = alive && isDeadlinePassed({ status: saved, deadline }, new Date())
  const [problem] = [
    ...Object.values({ ...timelineErrors(timeline), ...openingErrors(opening) }),
    ...(past ? [CHALLENGE_FORM_MESSAGES.deadlinePassed] : []),
  ]
  const isNew = values.version === ''
  if (isFinished(saved) && !problem && !isNew) return null
  const steps: [string, Date | null][] = [
    ['Opens', timeline.startDate],
    ['Entries close', deadline],
    ['Voting starts', values.allowVoting ? votingStart(timeline) : null],
    ['Voting ends', values.allowVoting ? votingEnd(timeline) : null],
  ]
  return (
    <div role="status" className="rounded-control border border-line bg-ground p-4 text-calm">
      {problem ? (
        <p className="flex gap-2 font-medium text-bad">
          <Icon name="warning" className="mt-0.5 size-4" />
          {problem}
        </p>
      ) : isFinished(saved) ? (
        <p>It will be saved as ended: it takes no entries and no votes, and it has no winner.</p>
      ) : (
        <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[auto_1fr]">
          {steps.map(
            ([label, moment]) =>
              moment && (
                <div key={label} className="sm:contents">
                  <dt className="text-muted">{label}</dt>
                  <dd className="tabular-nums">
                    <Time value={moment} format="weekday" />
                  </dd>
                </div>
              ),
          )}
        </dl>
      )}
      {!values.allowVoting && !isFinished(saved) && (
        <p className="mt-2 text-muted">Voting is off: it completes at the deadline.</p>
      )}
    </div>
  )
}
