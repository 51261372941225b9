import { data, Form, useActionData, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { useTypedText } from '#app/forms/typed-text.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { lineLimit, TextArea, TextField, textLimit } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { CHALLENGE_FIELDS } from '#domain/challenges/fields.ts'
import { oneSeries } from '#domain/series/queries.server.ts'
import { addPrompt, onePrompt, updatePrompt } from '#domain/series/queue.server.ts'
import { SERIES_MESSAGES as MESSAGES } from '#domain/series/rules.ts'
import { isId, newId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { runAdminAction } from '../confirmation/run-admin-action.server.ts'
import type { Route } from './+types/prompt.ts'
import { promptPath, SERIES, seriesPath } from './paths.ts'

/** A prompt of a queue, or a new one (SER-4). Throws 404 if there is none. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const { id, promptId } = params
  const isNew = promptId === 'new'
  const series = isId(id) ? await oneSeries(db, admin, id) : undefined
  const prompt = series && isId(promptId) ? await onePrompt(db, admin, series.id, promptId) : undefined
  if (!series || !(isNew || prompt)) throw data(null, { status: 404 })
  return { series: { id: series.id, name: series.name }, prompt: prompt ?? null, key: isNew ? newId() : '' }
}

export function action({ params, ...args }: Route.ActionArgs) {
  const { db } = args.context.get(servicesContext)
  const viewer = adminOf(args.context)
  const isNew = params.promptId === 'new'
  return runAdminAction(args, {
    list: seriesPath(params.id),
    fields: ['title', 'brief', ...(isNew ? ['key'] : [])],
    typed: (fields) => typedIn(fields),
    done: isNew ? MESSAGES.promptAdded : MESSAGES.promptUpdated,
    failed: MESSAGES.promptFailed,
    async run(fields) {
      const { title, brief, key } = typedIn(fields)
      const promptId = isNew ? (isId(key) ? key : newId()) : params.promptId
      if (!isId(params.id) || !isId(promptId)) return refused('not-found', MESSAGES.missing)
      const prompt = { promptId, title, brief }
      return isNew ? addPrompt(db, viewer, params.id, prompt) : updatePrompt(db, viewer, params.id, prompt)
    },
  })
}

function typedIn(fields: FormData) {
  const text = (name: string) => asTyped(fields.get(name))
  return { title: text('title'), brief: text('brief'), key: text('key') }
}

export function clientAction({ serverAction, params }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.promptFailed, promptPath(params.id, params.promptId))
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData ? titleOf(loaderData) : 'Prompt Not Found', hidden: true })
}

function titleOf({ prompt }: { prompt: object | null }): string {
  return prompt ? 'Edit Prompt' : 'Add Prompt'
}

export default function PromptForm({ loaderData, params }: Route.ComponentProps) {
  const { series, prompt, key } = loaderData
  const failure = useActionData<Failure & { typed?: { title: string; brief: string; key: string } }>()
  const pending = useNavigation().formMethod === 'POST'
  const path = promptPath(series.id, params.promptId)
  const { form, keep } = useTypedText(path, failure !== undefined)
  const { title, description } = CHALLENGE_FIELDS
  const start = failure?.typed ?? prompt
  return (
    <>
      <PageHeader
        title={titleOf(loaderData)}
        crumbs={[SERIES, { to: seriesPath(series.id), label: series.name }, { label: titleOf(loaderData) }]}
      />
      <Card className="max-w-180">
        <Form ref={form} method="post" action={path} noValidate onInput={keep}>
          <FormProblem problem={failure?.message ?? null} />
          {key && <HiddenFields values={{ key: failure?.typed?.key || key }} />}
          <div className="grid gap-5">
            <TextField
              label="Title"
              name="title"
              required
              counter={lineLimit(title.maxLength)}
              defaultValue={start?.title}
              hint="The title of the challenge."
            />
            <TextArea
              label="Description"
              name="brief"
              required
              rows={8}
              counter={textLimit(description.maxLength)}
              defaultValue={start?.brief}
            />
          </div>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button pending={pending} pendingLabel="Saving...">
              {prompt ? 'Save Prompt' : 'Add Prompt'}
            </Button>
            <ButtonLink to={seriesPath(series.id)} variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  )
}
