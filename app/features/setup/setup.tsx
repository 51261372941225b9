import { data, Form, redirect, useActionData, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { configuredAdmins, requireMember } from '#app/middleware/viewer.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { awaitsAdministrator, becomeFirstAdministrator } from '#domain/people/first-administrator.server.ts'
import { SETUP_MESSAGES as MESSAGES } from '#domain/roles/rules.ts'
import { limit } from '#platform/http/limits.server.ts'
import { asTyped } from '#platform/text/text.ts'
import type { Route } from './+types/setup.ts'

const PATH = '/setup'
const rateLimit = { points: 10, seconds: 600 }

/** Where the operator of a new site becomes its administrator (AUTH-42); not found on every other site. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  if (!(await awaitsAdministrator(db, configuredAdmins(context)))) throw data(null, { status: 404 })
  requireMember(request, context)
  return null
}

export async function action(args: Route.ActionArgs) {
  const form = await openMemberForm(args, { fields: ['code'], memberLimit: null, returnTo: PATH })
  const { viewer, fields } = form
  const { db } = form.services
  const code = String(fields.get('code') ?? '').trim()
  const typed = { code: asTyped(fields.get('code')) }
  if (!code) return data({ message: MESSAGES.missing, ...typed }, { status: 422 })
  const limited = await limit(db, 'setup', viewer.id, rateLimit)
  if (!limited.ok) {
    const headers = { 'Retry-After': String(limited.retryAfterSeconds) }
    return data({ message: MESSAGES.tooMany, ...typed }, { status: 429, headers })
  }
  const outcome = await runCommand(args.context, MESSAGES.failed, () =>
    becomeFirstAdministrator(db, viewer, code, configuredAdmins(args.context)),
  )
  if (!outcome.ok) return data({ message: outcome.message, ...typed }, { status: outcome.status })
  return redirect('/admin', await withToast({ text: MESSAGES.done }, { status: 303 }))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.failed, PATH)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'First administrator', hidden: true })
}

export default function Setup() {
  const failure = useActionData<Failure & { code?: string }>()
  const pending = useNavigation().formMethod === 'POST'
  return (
    <div className="page">
      <PageHeader
        title="First administrator"
        subtitle="This site has none yet. Its operator has a code from the server."
      />
      <Card className="max-w-120">
        <Form method="post" noValidate>
          <FormProblem problem={failure?.message ?? null} />
          <TextField
            label="Code"
            name="code"
            required
            defaultValue={failure?.code}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            hint={
              <>
                <code>npm run dojo -- admin code</code> prints a new one on the server.
              </>
            }
          />
          <div className="mt-6">
            <Button pending={pending} pendingLabel="Checking...">
              Become Administrator
            </Button>
          </div>
        </Form>
      </Card>
    </div>
  )
}
