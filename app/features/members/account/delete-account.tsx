import { useId } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember, sessionCookie } from '#app/middleware/viewer.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox, FieldError, FieldLabel } from '#app/ui/fields/field.tsx'
import { FormProblem, useFieldErrors } from '#app/ui/fields/form-message.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { BulletList } from '#app/ui/text/bullet-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { type DeletionFacts, deleteAccount, deletionFacts } from '#domain/accounts/delete.server.ts'
import { DELETION_MESSAGES as MESSAGES } from '#domain/accounts/rules.ts'
import { confirmationMinutes } from '#domain/members/rules.ts'
import { isConfirmed } from '#domain/sessions/sessions.server.ts'
import { openSlots } from '#platform/slots.ts'
import type { Route } from './+types/delete-account.ts'
import { leave, openAccountForm } from './account-form.server.ts'
import { ACCOUNT_PATH, CONFIRM_PATH, DELETE_PATH } from './paths.ts'

const providerTimeoutMs = 500
/** A deletion locks all challenges that the member took part in: votes wait for one deletion, not for many. */
const deletions = openSlots({ atOnce: 1 })

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db, config, identity } = context.get(servicesContext)
  const token = sessionCookie.read(request)
  const [facts, confirmed] = await Promise.all([
    deletionFacts(db, viewer, adminsOf(config)),
    isConfirmed(db, viewer, token),
    // The content security policy needs the provider's address as a form target.
    identity.prepare(providerTimeoutMs),
  ])
  return { facts, confirmed }
}

export async function action(args: Route.ActionArgs) {
  const expected = { fields: ['submissions', 'confirm', 'noAdministrator'], returnTo: DELETE_PATH }
  const { services, viewer, token, fields } = await openAccountForm(args, expected)
  const submissions = fields.get('submissions')
  const errors = {
    ...(submissions !== 'keep' && submissions !== 'remove' && { submissions: MESSAGES.chooseSubmissions }),
    ...(fields.get('confirm') !== 'yes' && { confirm: MESSAGES.checkBox }),
  }
  if ((submissions !== 'keep' && submissions !== 'remove') || errors.confirm) {
    logRefusal(args.context, { code: 'invalid', message: errors.submissions ?? MESSAGES.checkBox })
    return data({ message: null, errors, submissions: String(submissions ?? '') }, { status: 422 })
  }

  const deletion = {
    token,
    submissions,
    leavesNoAdministrator: fields.get('noAdministrator') === 'yes',
  } as const
  const outcome = await runCommand(args.context, MESSAGES.failed, () =>
    deletions(() => deleteAccount(services, viewer, deletion, adminsOf(services.config))),
  )
  if (!outcome.ok) {
    const refusal = { message: outcome.message, errors: {}, submissions }
    return data(refusal, { status: outcome.status })
  }
  services.log.info({ submissions }, 'a member deleted their account')
  return leave(MESSAGES.done)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.failed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Delete Account', hidden: true })
}

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { facts, confirmed } = loaderData
  return (
    <div className="page">
      <PageHeader
        title="Delete Account"
        crumbs={[{ label: 'Account', to: ACCOUNT_PATH }, { label: 'Delete Account' }]}
      />
      <Card className="max-w-160">
        <FormProblem problem={actionData?.message ?? null} />
        <Consequences facts={facts} />
        {confirmed ? (
          <DeletionForm
            facts={facts}
            refused={actionData && 'errors' in actionData ? actionData : undefined}
          />
        ) : (
          <SignInAgain />
        )}
      </Card>
    </div>
  )
}

function Consequences({ facts }: { facts: DeletionFacts }) {
  const { openVotes, bars, wins } = facts
  return (
    <>
      <h2 className="text-card">What happens</h2>
      <BulletList className="mt-3 text-calm text-muted">
        <li>
          Your name, e-mail address, bio, avatar, sign-in and sessions are erased at once. This cannot be
          undone.
        </li>
        <li>Your profile disappears, and you leave the leaderboard.</li>
        <li>Your comments are deleted.</li>
        {openVotes > 0 && (
          <li>
            {formatCount(openVotes, 'vote')} in running challenges {openVotes === 1 ? 'is' : 'are'} withdrawn.
          </li>
        )}
        {bars > 0 && (
          <li>
            Your voided {bars === 1 ? 'vote' : 'votes'} in {formatCount(bars, 'running challenge')} will bar
            you there with a new account too: a fingerprint of your sign-in is kept until then.
          </li>
        )}
        <li>Votes in finished challenges stay counted, without your name.</li>
        {wins > 0 && <li>Challenges that you won keep their winner, as “Anonymous Ninja”.</li>}
        <li>If you sign in again later, you get a new account.</li>
      </BulletList>
      <p className="mt-4 text-calm">
        You can <TextLink to={ACCOUNT_PATH}>download your data</TextLink> first.
      </p>
    </>
  )
}

function SignInAgain() {
  return (
    <Form method="post" action={CONFIRM_PATH} reloadDocument className="mt-6 border-t border-line pt-6">
      <p className="mb-5 text-calm">
        To confirm your identity, sign in again with the same account. You then have {confirmationMinutes}{' '}
        minutes to confirm.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button>Sign in again</Button>
        <ButtonLink to={ACCOUNT_PATH} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

interface FormProps {
  facts: DeletionFacts
  refused: { errors: { submissions?: string; confirm?: string }; submissions: string } | undefined
}

const noErrors: NonNullable<FormProps['refused']>['errors'] = {}

function DeletionForm({ facts, refused }: FormProps) {
  const pending = useNavigation().formAction === DELETE_PATH
  const { errors, onInput } = useFieldErrors(refused?.errors ?? noErrors)
  const error = errors.submissions
  const errorId = useId()
  return (
    <Form
      method="post"
      action={DELETE_PATH}
      noValidate
      onInput={onInput}
      className="mt-6 grid gap-6 border-t border-line pt-6"
    >
      {facts.submissions === 0 ? (
        <input type="hidden" name="submissions" value="keep" />
      ) : (
        <fieldset aria-describedby={error && errorId}>
          <FieldLabel as="legend">Your submissions ({formatNumber(facts.submissions)})</FieldLabel>
          {CHOICES.map(({ value, label, hint }) => (
            <label key={value} className="flex cursor-pointer gap-3 py-2">
              <input
                type="radio"
                name="submissions"
                value={value}
                defaultChecked={refused?.submissions === value}
                className="mt-0.5 size-5 shrink-0 accent-go-fill"
              />
              <span>
                {label}
                <span className="block text-small text-muted">{hint}</span>
              </span>
            </label>
          ))}
          {error && <FieldError id={errorId}>{error}</FieldError>}
        </fieldset>
      )}
      {facts.isLastAdministrator && (
        <Checkbox
          name="noAdministrator"
          value="yes"
          label="I am the last administrator. I understand that this site will have no administrator."
        />
      )}
      <Checkbox
        name="confirm"
        value="yes"
        label="I want to delete my account for good."
        error={errors.confirm}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="danger" pending={pending} pendingLabel="Deleting...">
          Delete my account
        </Button>
        <ButtonLink to={ACCOUNT_PATH} variant="secondary">
          Cancel
        </ButtonLink>
      </div>
    </Form>
  )
}

const CHOICES = [
  {
    value: 'keep',
    label: 'Keep them, as work of “Anonymous Ninja”',
    hint: 'Rejected ones and those in running challenges are deleted.',
  },
  {
    value: 'remove',
    label: 'Remove them',
    hint: 'In running challenges they are deleted with their votes. In finished challenges text, image and link are erased; place and votes stay, so that results do not change.',
  },
] as const

function adminsOf(config: { adminEmails: string[]; adminUserIds: string[] }) {
  return { emails: config.adminEmails, userIds: config.adminUserIds }
}
