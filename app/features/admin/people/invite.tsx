import { Form, useActionData, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Select, TextField } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { INVITATION_DAYS, INVITATION_MESSAGES, ROLES } from '#domain/roles/rules.ts'
import { marksAddresses } from '#domain/sessions/sign-in.server.ts'
import { PEOPLE } from '../paths.ts'
import type { Route } from './+types/invite.ts'
import { sendInvitation } from './invitations.server.ts'
import { INVITE_PATH } from './paths.ts'

const TITLE = 'Invite by E-mail'

export async function loader({ context }: Route.LoaderArgs) {
  const { db, mailer, config } = context.get(servicesContext)
  return {
    sendsMail: mailer !== null,
    marksNone: (await marksAddresses(db)) === false,
    login: `${config.publicUrl}/login`,
  }
}

export function action(args: Route.ActionArgs) {
  return sendInvitation(args)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, INVITATION_MESSAGES.failed, INVITE_PATH)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLE, hidden: true })
}

/** Invites someone without an account to a role (AUTH-41). */
export default function Invite({ loaderData }: Route.ComponentProps) {
  const { sendsMail, marksNone, login } = loaderData
  const failure = useActionData<Failure & { typed?: { email: string; role: string } }>()
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHeader title={TITLE} crumbs={[PEOPLE, { label: TITLE }]} />
      {marksNone && (
        <div className="mb-6 max-w-160">
          <Notice>
            The sign-in provider marks no e-mail address as verified, so nobody can accept an invitation. Give
            roles by name.
          </Notice>
        </div>
      )}
      <Card className="max-w-160">
        <p className="mb-5 text-muted">
          Who signs in with this address within {INVITATION_DAYS} days gets the role.{' '}
          {sendsMail ? 'They get a mail.' : `Mail is not set up: tell them to sign in at ${login}.`}
        </p>
        <Form method="post" action={INVITE_PATH} noValidate>
          <FormProblem problem={failure?.message ?? null} />
          <div className="grid gap-5">
            <TextField
              label="E-mail address"
              name="email"
              type="email"
              required
              maxLength={254}
              autoComplete="off"
              defaultValue={failure?.typed?.email}
            />
            <Select
              label="Role"
              name="role"
              required
              options={Object.entries(ROLES).map(([value, label]) => ({ value, label }))}
              defaultValue={failure?.typed?.role || 'moderator'}
            />
          </div>
          <div className="mt-6 flex flex-wrap gap-3">
            <Button pending={pending} pendingLabel="Inviting...">
              Invite
            </Button>
            <ButtonLink to={PEOPLE.to} variant="secondary">
              Cancel
            </ButtonLink>
          </div>
        </Form>
      </Card>
    </>
  )
}
