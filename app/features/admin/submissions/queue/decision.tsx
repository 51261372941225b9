import { useRef } from 'react'
import { Link, useFetcher } from 'react-router'
import { useRefusalToast, useSendOnce } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { ReasonField } from '#app/parts/fields/confirm-form.tsx'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/fields/field.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { SUBMISSIONS_PATH } from '../../paths.ts'
import { submissionLabel } from '../statuses.ts'
import type { CurrentSubmission, LoadedQueue } from './queue.server.ts'
import { queuePath } from './queue-path.ts'
import { KeyCap, useShortcutKeys } from './shortcut-keys.tsx'

interface Props extends LoadedQueue {
  region: React.RefObject<HTMLDivElement | null>
}

type Fetched = ReturnType<typeof useFetcher<Failure>>

/** The last decision with its undo, the two buttons, and the ways on. It stays at the bottom of the window, except with enlarged text. */
export function Decision({ region, ...queue }: Props) {
  const { current, challengeId, nextId, previousId } = queue
  const fetcher = useFetcher<Failure>()
  useRefusalToast(fetcher.data)
  const isSending = fetcher.state !== 'idle'
  const { areOn, turnOn } = useShortcutKeys(region, isSending)
  const keys = { areOn, fetcher }
  return (
    <section
      aria-label="Decision"
      data-bottom-bar=""
      className="group/decision relative bottom-0 @min-[16rem]/column:sticky z-20 -mx-5 border-t border-line bg-ground px-5 pt-3 pb-[calc(0.75rem+env(safe-area-inset-bottom))] before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:bg-linear-to-t before:from-ground before:to-transparent lg:-mx-10 lg:border-t-0 lg:px-10 lg:pt-1 lg:pb-5 lg:before:h-8"
    >
      <LastDecision {...queue} {...keys} />
      {current && <Verdict key={current.id} {...queue} current={current} {...keys} />}
      {(current || previousId) && (
        <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-1 text-small text-muted group-has-[details[open]]/decision:hidden lg:mt-3">
          <Step to={previousId && queuePath({ challengeId, at: previousId })} name="K" areOn={areOn}>
            Previous
          </Step>
          <Step to={nextId && queuePath({ challengeId, at: nextId })} name="J" areOn={areOn}>
            Next, decide later
          </Step>
          <Checkbox
            label={<span className="text-small text-muted">Keys</span>}
            checked={areOn}
            onChange={({ currentTarget }) => turnOn(currentTarget.checked)}
            className="ml-auto pointer-coarse:hidden noscript:hidden"
          />
        </div>
      )}
    </section>
  )
}

interface Keys {
  areOn: boolean
  fetcher: Fetched
}

/** Announced as it changes. */
function LastDecision({ lastJudged, challengeId, areOn, fetcher }: LoadedQueue & Keys) {
  return (
    <div role="status" className="group-has-[details[open]]/decision:hidden">
      {lastJudged && (
        <div className="mb-3 flex flex-wrap items-center gap-3 rounded-card border border-line bg-panel py-2 pr-2 pl-4 text-calm lg:mb-4 lg:shadow-float">
          <Icon
            name={lastJudged.status === 'approved' ? 'check' : 'close'}
            className={`size-5 ${lastJudged.status === 'approved' ? 'text-good-text' : 'text-bad'}`}
          />
          <p className="line-clamp-2 min-w-0 flex-1 basis-24 wrap-anywhere">
            <strong dir="auto">{lastJudged.title}</strong> {submissionLabel(lastJudged.status).toLowerCase()}
          </p>
          <DecisionForm
            key={lastJudged.id}
            fetcher={fetcher}
            path={`${SUBMISSIONS_PATH}/${lastJudged.id}/undo`}
            fields={{
              version: `${lastJudged.version}`,
              judgement: lastJudged.status,
              judged: `${lastJudged.judgementVersion}`,
              returnTo: queuePath({ challengeId, at: lastJudged.id }),
            }}
          >
            <Button variant="secondary" size="small" aria-keyshortcuts="Z">
              Undo
              {areOn && <KeyCap>Z</KeyCap>}
            </Button>
          </DecisionForm>
        </div>
      )}
    </div>
  )
}

interface VerdictProps extends LoadedQueue, Keys {
  current: CurrentSubmission
}

function Verdict({ current, challengeId, nextId, areOn, fetcher }: VerdictProps) {
  const { id, version, status, approval, ownContest } = current
  const returnTo = queuePath({ challengeId, at: nextId })
  if (status === 'rejected') return null
  return (
    <>
      <p className="mb-2 text-small text-muted group-has-[details[open]]/decision:hidden">
        {status === 'pending' && approval.join(' ')} {ownContest}
      </p>
      <div className="grid grid-cols-[3fr_2fr] gap-3 @max-[16rem]/column:grid-cols-1 has-[details[open]]:grid-cols-1">
        {status === 'pending' && (
          <DecisionForm
            fetcher={fetcher}
            path={`${SUBMISSIONS_PATH}/${id}/approve`}
            fields={{ version: `${version}`, returnTo }}
            className="grid group-has-[details[open]]/decision:hidden"
          >
            <Button size="large" aria-keyshortcuts="A">
              Approve
              {areOn && <KeyCap>A</KeyCap>}
            </Button>
          </DecisionForm>
        )}
        <Rejection
          current={current}
          here={queuePath({ challengeId, at: id })}
          returnTo={returnTo}
          areOn={areOn}
          fetcher={fetcher}
        />
      </div>
    </>
  )
}

interface RejectionProps extends Keys {
  current: CurrentSubmission
  /** The address of the submission in the queue, and of the next one. */
  here: string
  returnTo: string
}

/** Opens the reason in place of the buttons, also without scripts. */
function Rejection({ current, here, returnTo, areOn, fetcher }: RejectionProps) {
  const { id, version, status, rejection } = current
  const details = useRef<HTMLDetailsElement>(null)
  function close() {
    if (!details.current) return
    details.current.open = false
    details.current.querySelector('summary')?.focus()
  }
  return (
    <details ref={details} className="group/reject">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: browsers treat a summary as a button, which the rule does not know */}
      <summary
        aria-keyshortcuts="R"
        onClick={(event) => {
          // At once: the next key is a letter of the reason.
          event.preventDefault()
          if (details.current) details.current.open = true
          details.current?.querySelector('textarea')?.focus()
        }}
        className={buttonClass({
          variant: 'danger',
          size: 'large',
          wide: true,
          className: 'group-open/reject:hidden',
        })}
      >
        Reject
        {areOn && <KeyCap>R</KeyCap>}
      </summary>
      <DecisionForm
        fetcher={fetcher}
        path={`${SUBMISSIONS_PATH}/${id}/reject`}
        fields={{ version: `${version}`, seen: status, returnTo }}
      >
        <ReasonField
          rows={2}
          className="phone:[&_textarea]:min-h-20"
          fallback={MODERATION_MESSAGES.defaultReason}
          onKeyDown={(event) => {
            if (event.key === 'Escape') close()
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
        <p className="mt-2 text-small text-muted">{rejection.join(' ')}</p>
        <div className="mt-3 grid grid-cols-[2fr_3fr] gap-3">
          <ButtonLink
            to={here}
            variant="secondary"
            onClick={(event) => {
              event.preventDefault()
              close()
            }}
          >
            Cancel
          </ButtonLink>
          <Button variant="danger">Reject Submission</Button>
        </div>
      </DecisionForm>
    </details>
  )
}

interface FormProps {
  fetcher: Fetched
  path: string
  fields: Record<string, string>
  className?: string
  children: React.ReactNode
}

function DecisionForm({ fetcher, path, fields, className, children }: FormProps) {
  const isSending = fetcher.state !== 'idle'
  const sendOnce = useSendOnce(isSending)
  return (
    <fetcher.Form
      method="post"
      action={path}
      preventScrollReset
      onSubmit={sendOnce}
      onClick={ignoreSecondClick}
      aria-busy={isSending}
      className={className}
    >
      <HiddenFields values={fields} />
      {children}
    </fetcher.Form>
  )
}

/** The second click of a double click would judge the next submission, unseen. */
function ignoreSecondClick(event: React.MouseEvent) {
  if (event.detail > 1) event.preventDefault()
}

interface StepProps {
  to: string | null
  name: 'J' | 'K'
  areOn: boolean
  children: string
}

function Step({ to, name, areOn, children }: StepProps) {
  if (!to) return null
  return (
    <Link
      to={to}
      aria-keyshortcuts={name}
      className="inline-flex min-h-8 items-center gap-2 hover:text-ink hover:underline"
    >
      {areOn && <KeyCap>{name}</KeyCap>}
      {children}
    </Link>
  )
}
