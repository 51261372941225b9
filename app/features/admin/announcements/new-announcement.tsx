import { useEffect, useRef, useState } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { type Confirmation, ConfirmForm } from '#app/parts/fields/confirm-form.tsx'
import { UnsavedGuard } from '#app/ui/browser/unsaved.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { lineLimit, Select, TextArea, TextField, textLimit } from '#app/ui/fields/field.tsx'
import { FormProblem, useFieldErrors } from '#app/ui/fields/form-message.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Paragraphs } from '#app/ui/text/paragraphs.tsx'
import { announceableChallenges } from '#domain/announcements/queries.server.ts'
import { ANNOUNCEMENT_LIMITS, ANNOUNCEMENT_MESSAGES, EVERYONE } from '#domain/announcements/rules.ts'
import { isId, newId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { ANNOUNCEMENTS } from '../paths.ts'
import type { Route } from './+types/new-announcement.ts'
import {
  type AnnouncementAnswer,
  type AnnouncementValues,
  receiveAnnouncement,
} from './receive-announcement.server.ts'

const TITLE = 'New Announcement'
const NEW_PATH = `${ANNOUNCEMENTS.to}/new`

/** `?challenge=` names the challenge whose members are told. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const id = new URL(request.url).searchParams.get('challenge') ?? undefined
  const about = isId(id) ? id : null
  const challenges = await announceableChallenges(db, adminOf(context), about)
  const audience = challenges.find((challenge) => challenge.id === about)?.id ?? ''
  return { key: newId(), challenges, audience }
}

export function action(args: Route.ActionArgs) {
  return receiveAnnouncement(args)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, ANNOUNCEMENT_MESSAGES.sendFailed, NEW_PATH)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLE, hidden: true })
}

/** Writes an announcement and confirms it (NOTE-11). */
export default function NewAnnouncement({ loaderData, actionData }: Route.ComponentProps) {
  const { answer, message } = useAnswer(actionData as AnnouncementAnswer | Failure | undefined)
  const values = answer?.values ?? {
    key: loaderData.key,
    title: '',
    text: '',
    link: '',
    audience: loaderData.audience,
  }
  const [isChanged, setIsChanged] = useState(false)
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHeader title={TITLE} crumbs={[ANNOUNCEMENTS, { label: TITLE }]} />
      <Card className="max-w-160">
        {answer?.confirmation ? (
          <Confirm confirmation={answer.confirmation} values={values} message={message} />
        ) : (
          <AnnouncementForm
            challenges={loaderData.challenges}
            values={values}
            errors={answer?.errors ?? noErrors}
            message={message}
            onChange={setIsChanged}
          />
        )}
      </Card>
      <UnsavedGuard when={isChanged && !pending}>Your announcement is not sent yet.</UnsavedGuard>
    </>
  )
}

const noErrors: NonNullable<AnnouncementAnswer['errors']> = {}

/** The last answer of the server with the newest message. A form that did not arrive leaves the page as it is. */
function useAnswer(actionData: AnnouncementAnswer | Failure | undefined) {
  const [last, setLast] = useState<AnnouncementAnswer>()
  const arrived = actionData && 'values' in actionData ? actionData : undefined
  if (arrived && arrived !== last) setLast(arrived)
  return { answer: arrived ?? last, message: actionData?.message ?? null }
}

interface FormProps {
  challenges: readonly { id: string; title: string }[]
  values: AnnouncementValues
  errors: NonNullable<AnnouncementAnswer['errors']>
  message: string | null
  onChange: (isChanged: boolean) => void
}

function AnnouncementForm({ challenges, values, message, onChange, ...props }: FormProps) {
  const { errors, onInput } = useFieldErrors(props.errors)
  const isRefused = values.title !== '' || values.text !== ''
  const address = NEW_PATH + useLocation().search
  const { form, keep } = useTypedText(address, isRefused)
  useEffect(() => {
    if (props.errors !== noErrors) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form, props.errors])
  const pending = useNavigation().formMethod === 'POST'
  const { title, text, link } = ANNOUNCEMENT_LIMITS
  const options = [
    { value: EVERYONE, label: 'All members' },
    ...challenges.map((challenge) => ({
      value: challenge.id,
      label: `Members of ${isolated(challenge.title)}`,
    })),
  ]
  return (
    <Form
      ref={form}
      method="post"
      action={address}
      noValidate
      preventScrollReset
      onInput={(event) => {
        keep()
        onInput(event)
        onChange(true)
      }}
    >
      <FormProblem problem={message} />
      {/* A text, so that the browser keeps it too: what was sent, and whose answer was lost, is not sent twice. */}
      <input type="text" name="key" defaultValue={values.key} hidden readOnly />
      <div className="grid gap-5">
        <TextField
          label="Title"
          name="title"
          required
          maxLength={title * 2}
          counter={lineLimit(title)}
          defaultValue={values.title}
          error={errors.title}
        />
        <TextArea
          label="Text"
          name="text"
          rows={6}
          required
          maxLength={text * 2}
          counter={textLimit(text)}
          defaultValue={values.text}
          error={errors.text}
          hint="Plain text. Blank lines begin a paragraph."
        />
        <TextField
          label="Link"
          name="link"
          maxLength={link}
          placeholder="/challenges"
          defaultValue={values.link}
          error={errors.link}
          hint="A page of this site that the announcement opens. Without one it opens its text."
        />
        <Select
          label="Audience"
          name="audience"
          required
          options={options}
          defaultValue={values.audience || EVERYONE}
          error={errors.audience}
          hint="Members of a challenge follow it, have entered it or voted in it. How many they are is said before it is sent."
        />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button pending={pending} pendingLabel="Checking...">
          Review
        </Button>
        <ButtonLink to={ANNOUNCEMENTS.to} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

interface ConfirmProps {
  confirmation: Confirmation
  values: AnnouncementValues
  message: string | null
}

function Confirm({ confirmation, values, message }: ConfirmProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const pending = useNavigation().formMethod === 'POST'
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-4 text-card">
        {confirmation.label}
      </h2>
      <div className="mb-5 border-l-3 border-line pl-4 wrap-anywhere">
        <p dir="auto" className="mb-2 font-semibold">
          {values.title}
        </p>
        <Paragraphs text={values.text} />
      </div>
      <ConfirmForm
        confirmation={confirmation}
        Form={Form}
        action={NEW_PATH}
        pending={pending}
        failure={message ? { message } : undefined}
        cancel={
          <Button variant="secondary" name="change" value="yes" disabled={pending}>
            Cancel
          </Button>
        }
      />
    </>
  )
}
