import { data, Form, useActionData, useFetcher, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { Time } from '#app/ui/time.tsx'
import { longestTokenName, TOKEN_MESSAGES } from '#domain/members/rules.ts'
import { createToken, type TokenRow, tokensOf } from '#domain/sessions/tokens.server.ts'
import { formatTime } from '#platform/text/dates.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import type { Route } from './+types/tokens.ts'
import { rateLimit, revokePath, TOKENS_PATH } from './paths.ts'

/** The viewer's tokens for the API (AUTH-45). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db, config } = context.get(servicesContext)
  return {
    tokens: await loadOrNull(context, tokensOf(db, viewer)),
    address: `${config.publicUrl}/api/v1/me`,
  }
}

interface Created {
  token: string
  name: string
}

/** Creates a token, which is shown in this response only: the database has a hash of it. */
export async function action(args: Route.ActionArgs) {
  const { services, viewer, fields } = await openMemberForm(args, {
    fields: ['name'],
    memberLimit: { name: 'token', rateLimit },
    returnTo: TOKENS_PATH,
  })
  const typed = rawBeginning(fields.get('name'), 'line')
  const created = await createToken(services.db, viewer, typed)
  if (created.ok) return created.value
  return data({ message: created.message, typed }, { status: created.code === 'conflict' ? 409 : 422 })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, TOKEN_MESSAGES.failed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'API Tokens', hidden: true })
}

export default function Tokens({ loaderData }: Route.ComponentProps) {
  const { tokens, address } = loaderData
  const result = useActionData<Created | (Failure & { typed?: string })>()
  const pending = useNavigation().formAction === TOKENS_PATH
  const created = result && 'token' in result ? result : null
  const failure = result && 'message' in result ? result : null
  return (
    <div className="page">
      <PageHeader
        title="API Tokens"
        subtitle="For programs that read your own data."
        actions={
          <ButtonLink to="/profile/account" variant="secondary">
            Account
          </ButtonLink>
        }
      />
      <div className="grid max-w-200 gap-6">
        <Card as="section">
          <h2 className="text-card">New token</h2>
          <p className="mt-2 text-calm text-muted">
            A program that sends it reads your profile, submissions, votes and points. It can change nothing.
          </p>
          <div role="status">{created && <NewToken created={created} address={address} />}</div>
          <Form method="post" action={TOKENS_PATH} noValidate className="mt-5" key={created?.token}>
            <FormProblem problem={failure?.message ?? null} />
            <TextField
              label="Name"
              name="name"
              required
              maxLength={longestTokenName}
              autoComplete="off"
              defaultValue={failure?.typed}
            />
            <Button pending={pending} className="mt-5">
              Create token
            </Button>
          </Form>
        </Card>
        {tokens === null && <ErrorPanel message="Failed to load your tokens" />}
        {tokens && tokens.length > 0 && <TokenList tokens={tokens} />}
      </div>
    </div>
  )
}

function NewToken({ created: { token, name }, address }: { created: Created; address: string }) {
  return (
    <div className="mt-5">
      <Notice tone="good">
        Copy the token <bdi>{name}</bdi> now. It is not shown again.
        <code className="mt-2 block select-all wrap-anywhere">{token}</code>
        <code className="mt-2 block text-small wrap-anywhere">
          curl -H "Authorization: Bearer {token}" {address}
        </code>
      </Notice>
    </div>
  )
}

function TokenList({ tokens }: { tokens: TokenRow[] }) {
  return (
    <Card as="section">
      <h2 className="text-card">Your tokens</h2>
      <ul className="mt-3 divide-y divide-line">
        {tokens.map((token) => (
          <li key={token.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere" dir="auto">
                {token.name}
              </p>
              <p className="mt-1 text-small text-muted">
                Created <Time value={token.createdAt} format="short" />.{' '}
                {token.lastUsedOn ? `Last used on ${dayOf(token.lastUsedOn)}.` : 'Not used yet.'}
              </p>
            </div>
            <Revoke token={token} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function dayOf(date: string): string {
  return formatTime(new Date(date), 'short', 'UTC')
}

function Revoke({ token: { id, name } }: { token: TokenRow }) {
  const { Form: FetcherForm, state } = useFetcher()
  return (
    <FetcherForm method="post" action={revokePath(id)}>
      <Button variant="secondary" size="small" pending={state !== 'idle'} aria-label={`Revoke: ${name}`}>
        Revoke
      </Button>
    </FetcherForm>
  )
}
