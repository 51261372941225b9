import { useEffect, useRef, useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { UnsavedGuard } from '#app/ui/browser/unsaved.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Select, TextArea, textLimit } from '#app/ui/fields/field.tsx'
import { FormProblem, useFieldErrors } from '#app/ui/fields/form-message.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { sendReport } from '#domain/reports/commands.server.ts'
import { hasOpenReport, type ReportSubject, reportSubject } from '#domain/reports/queries.server.ts'
import {
  isReportable,
  REPORT_LIMITS,
  REPORT_MESSAGES,
  REPORT_REASONS,
  REPORTABLE,
} from '#domain/reports/rules.ts'
import { limit } from '#platform/http/limits.server.ts'
import { isId } from '#platform/id.server.ts'
import { asTyped } from '#platform/text/text.ts'
import type { Route } from './+types/report.ts'

const rateLimit = { points: 10, seconds: 3_600 }
const noteLimit = textLimit(REPORT_LIMITS.note)
const options = [
  { value: '', label: 'Choose what is wrong' },
  ...Object.entries(REPORT_REASONS).map(([value, label]) => ({ value, label })),
]

/** Reports a submission, a comment or a member (TALK-5). */
export async function loader(args: Route.LoaderArgs) {
  const viewer = requireMember(args.request, args.context)
  const { userId, ...subject } = await reported(args)
  const isKnown = await hasOpenReport(args.context.get(servicesContext).db, viewer, subject.id)
  const refusal = userId === viewer.id ? `${REPORT_MESSAGES.own}.` : isKnown && REPORT_MESSAGES.known
  return { subject, refusal }
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer, fields } = await openMemberForm(args, {
    fields: ['reason', 'note'],
    memberLimit: null,
    returnTo: new URL(args.request.url).pathname,
  })
  const subject = await reported(args)
  const note = asTyped(fields.get('note'))
  const reason = fields.get('reason')
  const typed = { note, reason: typeof reason === 'string' ? reason : '' }
  const limited = await limit(services.db, 'report', viewer.id, rateLimit)
  if (!limited.ok) {
    const headers = { 'Retry-After': String(limited.retryAfterSeconds) }
    return data({ message: 'Too many reports. Please try again later.', ...typed }, { status: 429, headers })
  }
  const { kind, id } = subject
  const outcome = await runCommand(args.context, REPORT_MESSAGES.sendFailed, () =>
    sendReport(services.db, scopeOf(args.context), { kind, id, reason, note }),
  )
  if (!outcome.ok) {
    const { message, status } = outcome
    const isOfNote = message === REPORT_MESSAGES.note || message === REPORT_MESSAGES.noteLength
    return data({ ...(isOfNote ? { errors: { note: message } } : { message }), ...typed }, { status })
  }
  return redirect(subject.path, await withToast({ text: REPORT_MESSAGES.sent }, { status: 303 }))
}

async function reported({
  params,
  context,
}: Pick<Route.LoaderArgs, 'params' | 'context'>): Promise<ReportSubject> {
  const { kind, subjectId } = params
  const { db } = context.get(servicesContext)
  const subject =
    isReportable(kind) && isId(subjectId)
      ? await reportSubject(db, scopeOf(context), kind, subjectId)
      : undefined
  if (!subject) throw data(null, { status: 404 })
  return subject
}

export function clientAction({ params, serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, REPORT_MESSAGES.sendFailed, pathOf(params))
}

function pathOf({ kind, subjectId }: Route.LoaderArgs['params']): string {
  return `/report/${kind}/${subjectId}`
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Report', hidden: true })
}

type Refused = Partial<Failure> & { note?: string; errors?: { note?: string } }

const noErrors: { note?: string } = {}

/** Another subject has another form, also where the history leads straight to it. */
export default function Report(props: Route.ComponentProps) {
  return <ReportPage key={props.loaderData.subject.id} {...props} />
}

function ReportPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { subject, refusal } = loaderData
  const refused = actionData as Refused | undefined
  const { errors, onInput } = useFieldErrors(refused?.errors ?? noErrors)
  const [reason, setReason] = useState(refused?.reason)
  const isNoteRequired = reason === 'other'
  const noteError = errors.note === REPORT_MESSAGES.note && !isNoteRequired ? null : errors.note
  const note = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (refused?.errors) note.current?.focus()
  }, [refused])
  const pending = useNavigation().formMethod === 'POST'
  const [isChanged, setIsChanged] = useState(false)
  const { form, keep } = useTypedText(pathOf(params), refused?.note !== undefined)
  const back = (
    <ButtonLink to={subject.path} variant="secondary">
      {refusal ? 'Back' : 'Cancel'}
    </ButtonLink>
  )
  return (
    <div className="page">
      <PageHeader
        title={`Report ${REPORTABLE[subject.kind]}`}
        subtitle="Only administrators see who sent it. You will be told what they decide."
      />
      <Card className="max-w-160">
        <p
          dir="auto"
          className="mb-5 line-clamp-4 border-l-3 border-line pl-4 whitespace-pre-line wrap-anywhere"
        >
          {subject.name}
        </p>
        {refusal ? (
          <>
            <p className="mb-5">{refusal}</p>
            {back}
          </>
        ) : (
          <Form
            ref={form}
            method="post"
            noValidate
            onInput={(event) => {
              keep()
              onInput(event)
              setIsChanged(true)
            }}
          >
            <FormProblem problem={refused?.message ?? null} />
            <Select
              label="What is wrong?"
              name="reason"
              required
              options={options}
              defaultValue={refused?.reason ?? ''}
              onChange={({ target }) => setReason(target.value)}
            />
            <TextArea
              ref={note}
              label="Note"
              name="note"
              required={isNoteRequired}
              error={noteError}
              rows={3}
              maxLength={REPORT_LIMITS.note * 2}
              counter={noteLimit}
              defaultValue={refused?.note}
              hint="What should administrators know?"
              className="mt-5"
            />
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              {back}
              <Button pending={pending} pendingLabel="Sending...">
                Send Report
              </Button>
            </div>
          </Form>
        )}
      </Card>
      <UnsavedGuard when={isChanged && !refusal && !pending}>Your report is not sent yet.</UnsavedGuard>
    </div>
  )
}
