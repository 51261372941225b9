import { data, Form, useActionData, useLocation, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { managePath } from '#app/parts/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { lineLimit, TextField } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { TEMPLATE_MESSAGES as MESSAGES, TEMPLATE_LIMITS } from '#domain/templates/rules.ts'
import { oneTemplate, renameTemplate, saveTemplate } from '#domain/templates/templates.server.ts'
import { isId, newId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { asTyped, cut } from '#platform/text/text.ts'
import { runAdminAction } from '../../confirmation/run-admin-action.server.ts'
import type { Route } from './+types/template.ts'
import { TEMPLATES } from './paths.ts'

const NEW = 'new'

/** The name of a template, or of one that is saved from the challenge in `?from=` (ADM-132). Throws 404 if there is none. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const from = challengeIn(request)
  if (params.id === NEW) {
    const challenge = from ? await challengeSettings(db, admin, from) : undefined
    if (!challenge) throw data(null, { status: 404 })
    const { id, title } = challenge
    return { name: cut(title, TEMPLATE_LIMITS.name), challenge: { id, title }, key: newId() }
  }
  const template = isId(params.id) ? await oneTemplate(db, admin, params.id) : undefined
  if (!template) throw data(null, { status: 404 })
  return { name: template.name, challenge: null, key: null }
}

export function action({ params, ...args }: Route.ActionArgs) {
  const { db } = args.context.get(servicesContext)
  const viewer = adminOf(args.context)
  const from = challengeIn(args.request)
  const isNew = params.id === NEW
  return runAdminAction(args, {
    list: TEMPLATES.to,
    fields: ['name', ...(isNew ? ['key'] : [])],
    typed: (fields) => ({ name: asTyped(fields.get('name')), key: asTyped(fields.get('key')) }),
    done: isNew ? MESSAGES.saved : MESSAGES.renamed,
    failed: MESSAGES.failed,
    async run(fields) {
      const name = asTyped(fields.get('name'))
      const key = asTyped(fields.get('key'))
      if (!isNew)
        return isId(params.id)
          ? renameTemplate(db, viewer, params.id, name)
          : refused('not-found', MESSAGES.missing)
      if (!from) return refused('not-found', CHALLENGE_MESSAGES.notFound)
      return saveTemplate(db, viewer, { id: isId(key) ? key : newId(), name, challengeId: from })
    },
  })
}

function challengeIn(request: Request): string | null {
  const from = new URL(request.url).searchParams.get('from') ?? undefined
  return isId(from) ? from : null
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.failed)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData ? titleOf(loaderData) : 'Template Not Found', hidden: true })
}

function titleOf({ challenge }: { challenge: object | null }): string {
  return challenge ? 'Save as Template' : 'Rename Template'
}

export default function TemplateName({ loaderData }: Route.ComponentProps) {
  const { name, challenge, key } = loaderData
  const { pathname, search } = useLocation()
  const failure = useActionData<Failure & { typed?: { name: string; key: string } }>()
  const pending = useNavigation().formMethod === 'POST'
  const title = titleOf(loaderData)
  return (
    <>
      <PageHeader
        title={title}
        crumbs={[
          challenge ? { to: managePath(challenge.id), label: challenge.title } : TEMPLATES,
          { label: title },
        ]}
      />
      <Card className="max-w-140">
        <Form method="post" action={pathname + search} noValidate>
          <FormProblem problem={failure?.message ?? null} />
          {key && <HiddenFields values={{ key: failure?.typed?.key || key }} />}
          <TextField
            label="Name"
            name="name"
            required
            counter={lineLimit(TEMPLATE_LIMITS.name)}
            defaultValue={failure?.typed?.name ?? name}
            hint={challenge ? 'It keeps texts, image and settings, not the dates.' : undefined}
          />
          <div className="mt-6 flex flex-wrap gap-3">
            <Button pending={pending} pendingLabel="Saving...">
              {challenge ? 'Save Template' : 'Rename Template'}
            </Button>
            <ButtonLink to={challenge ? managePath(challenge.id) : TEMPLATES.to} variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  )
}
