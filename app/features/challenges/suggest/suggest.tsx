import { useState } from 'react'
import { data, Form, redirect, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Select, TextArea, TextField, textLimit } from '#app/ui/fields/field.tsx'
import { FormProblem, useFieldErrors } from '#app/ui/fields/form-message.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Section } from '#app/ui/section.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { KINDS, kindLabel } from '#domain/challenges/rules.ts'
import { parseSuggestion, type SuggestionField, sendSuggestion } from '#domain/suggestions/commands.server.ts'
import { type OwnSuggestion, ownSuggestions } from '#domain/suggestions/queries.server.ts'
import { SUGGESTION_LIMITS as LIMITS, SUGGESTION_MESSAGES as MESSAGES } from '#domain/suggestions/rules.ts'
import { limit } from '#platform/http/limits.server.ts'
import { isId, newId } from '#platform/id.server.ts'
import { asTyped } from '#platform/text/text.ts'
import type { Route } from './+types/suggest.ts'
import { SUGGEST_PATH, withdrawPath } from './paths.ts'

const rateLimit = { points: 10, seconds: 3_600 }
const briefLimit = textLimit(LIMITS.brief)

/** A member's form for a suggestion, with those that they sent (CHL-88). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  return {
    key: newId(),
    suggestions: await loadOrNull(context, ownSuggestions(context.get(servicesContext).db, viewer)),
  }
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer, fields } = await openMemberForm(args, {
    fields: ['title', 'brief', 'kind', 'key'],
    memberLimit: null,
    returnTo: SUGGEST_PATH,
  })
  const typed = {
    title: asTyped(fields.get('title')),
    brief: asTyped(fields.get('brief')),
    kind: asTyped(fields.get('kind')),
  }
  const key = String(fields.get('key') ?? '')
  const parsed = parseSuggestion(typed)
  if (!parsed.ok) return data({ errors: parsed.errors, typed }, { status: 422 })
  const limited = await limit(services.db, 'suggestion', viewer.id, rateLimit)
  if (!limited.ok) {
    const headers = { 'Retry-After': String(limited.retryAfterSeconds) }
    return data({ message: MESSAGES.tooOften, typed }, { status: 429, headers })
  }
  const outcome = await runCommand(args.context, MESSAGES.sendFailed, () =>
    sendSuggestion(services.db, viewer, parsed.form, isId(key) ? key : undefined),
  )
  if (!outcome.ok) return data({ message: outcome.message, typed }, { status: outcome.status })
  return redirect(SUGGEST_PATH, await withToast({ text: MESSAGES.sent }, { status: 303 }))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.sendFailed, SUGGEST_PATH)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Suggest a Challenge', hidden: true })
}

type Refused = Partial<Failure> & {
  typed?: Record<SuggestionField, string>
  errors?: Partial<Record<SuggestionField, string>>
}

const noErrors: NonNullable<Refused['errors']> = {}

export default function Suggest({ loaderData, actionData }: Route.ComponentProps) {
  const { key, suggestions } = loaderData
  return (
    <div className="page">
      <PageHeader
        title="Suggest a Challenge"
        subtitle="Organisers make challenges of suggestions, with your name on them."
      />
      {/* The form is empty again once a suggestion was sent. */}
      <SuggestionForm key={suggestions?.[0]?.id} formKey={key} refused={actionData as Refused | undefined} />
      {suggestions === null && <ErrorPanel message="Failed to load your suggestions" />}
      {suggestions && suggestions.length > 0 && (
        <Section id="yours" title="Your suggestions" className="mt-12">
          <Card flush as="ul" className="divide-y divide-line">
            {suggestions.map((suggestion) => (
              <Row key={suggestion.id} suggestion={suggestion} />
            ))}
          </Card>
        </Section>
      )}
    </div>
  )
}

function SuggestionForm({ formKey, refused }: { formKey: string; refused: Refused | undefined }) {
  const [key] = useState(formKey)
  const { errors, onInput } = useFieldErrors(refused?.errors ?? noErrors)
  const { formMethod, formAction } = useNavigation()
  const pending = formMethod === 'POST' && formAction === SUGGEST_PATH
  const { form, keep } = useTypedText(SUGGEST_PATH, refused?.typed !== undefined)
  return (
    <Card className="max-w-160">
      <Form
        ref={form}
        method="post"
        noValidate
        className="grid gap-5"
        onInput={(event) => {
          keep()
          onInput(event)
        }}
      >
        <input type="hidden" name="key" value={key} />
        <FormProblem problem={refused?.message ?? null} />
        <TextField
          label="Title"
          name="title"
          required
          maxLength={LIMITS.title * 2}
          error={errors.title}
          defaultValue={refused?.typed?.title}
        />
        <Select
          label="Kind"
          name="kind"
          required
          error={errors.kind}
          options={KINDS.map((kind) => ({ value: kind, label: kindLabel(kind) }))}
          defaultValue={refused?.typed?.kind || 'image'}
        />
        <TextArea
          label="What should members make?"
          name="brief"
          required
          rows={5}
          maxLength={LIMITS.brief * 2}
          counter={briefLimit}
          error={errors.brief}
          defaultValue={refused?.typed?.brief}
        />
        <div>
          <Button pending={pending} pendingLabel="Sending...">
            Send Suggestion
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function Row({ suggestion: { id, title, kind, at, state, challengeId } }: { suggestion: OwnSuggestion }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="font-medium wrap-anywhere">
          {challengeId ? <TextLink to={`/challenges/${challengeId}`}>{title}</TextLink> : title}
        </p>
        <p className="text-small text-muted">
          {kindLabel(kind)} · <Time value={at} format="short" />
        </p>
      </div>
      <Badge tone={STATES[state].tone} on="bare">
        {STATES[state].label}
      </Badge>
      {state === 'open' && (
        <Form method="post" action={withdrawPath(id)}>
          <Button variant="secondary" size="small" aria-label={`Withdraw ${title}`}>
            Withdraw
          </Button>
        </Form>
      )}
    </li>
  )
}

const STATES = {
  open: { label: 'Open', tone: 'pending' },
  used: { label: 'Made a challenge', tone: 'approved' },
  declined: { label: 'Not taken', tone: 'completed' },
} as const
