import { data, Form, useActionData, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf, scopeOf } from '#app/middleware/viewer.server.ts'
import { managePath } from '#app/parts/paths.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { HiddenFields } from '#app/ui/fields/hidden-fields.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { isDay, movableChallenge, moveChallenge, moveRefusal } from '#domain/lifecycle/move.server.ts'
import { MOVE_MESSAGES as MESSAGES } from '#domain/lifecycle/rules.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { formatTime } from '#platform/text/dates.ts'
import { asTyped } from '#platform/text/text.ts'
import { knownZone } from '#platform/time-zone.ts'
import { dayIn } from '#platform/zoned-time.ts'
import { adminPath } from '../confirmation/confirmation.ts'
import { runAdminAction, versionIn } from '../confirmation/run-admin-action.server.ts'
import { dayText } from '../day-text.ts'
import { zoneIn } from '../list/list.server.ts'
import { challengeLink } from '../paths.ts'
import type { Route } from './+types/move.ts'

/** A challenge that is not open yet, to be moved to another day, which the address may name (SER-12). Throws 404 if there is none. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const challenge = isId(params.id) ? await movableChallenge(db, adminOf(context), params.id) : undefined
  if (!challenge) throw data(null, { status: 404 })
  const query = new URL(request.url).searchParams
  const { id, title, status, startDate, version } = challenge
  const timeZone = zoneIn(query)
  const chosen = query.get('day') ?? ''
  return {
    ...{ id, title, status, startDate, version, timeZone },
    day: startDate ? dayIn(startDate, timeZone) : '',
    chosen: isDay(chosen) ? chosen : '',
    refusal: moveRefusal(challenge),
    returnTo: adminPath(query.get('returnTo'), managePath(id)),
  }
}

export function action({ params: { id }, ...args }: Route.ActionArgs) {
  const { context } = args
  return runAdminAction(args, {
    list: managePath(id),
    fields: ['day', 'timeZone', 'version'],
    typed: (fields) => ({ day: asTyped(fields.get('day')) }),
    done: MESSAGES.moved,
    failed: MESSAGES.failed,
    ...(isId(id) && { page: challengeLink(id) }),
    async run(fields) {
      if (!isId(id)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
      const timeZone = knownZone(fields.get('timeZone')) ?? 'UTC'
      const move = { day: asTyped(fields.get('day')), timeZone, version: versionIn(fields) }
      return moveChallenge(context.get(servicesContext).db, scopeOf(context), id, move)
    },
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.failed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Move Challenge', hidden: true })
}

export default function Move({ loaderData }: Route.ComponentProps) {
  const { id, title, status, startDate, version, timeZone, day, chosen, refusal, returnTo } = loaderData
  const failure = useActionData<Failure & { typed?: { day: string } }>()
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageHeader
        title="Move Challenge"
        crumbs={[{ to: managePath(id), label: title }, { label: 'Move Challenge' }]}
      />
      <Card className="max-w-140">
        {refusal || !startDate ? (
          <p>{refusal}</p>
        ) : (
          <Form method="post" noValidate>
            <FormProblem problem={failure?.message ?? null} />
            <p className="mb-5 text-muted">
              It opens on {dayText(day)} at {formatTime(new Date(startDate), 'hour', timeZone)},{' '}
              {timeZone.replaceAll('_', ' ')}. All its dates move by as many days, at the same times of day.
              {status === 'upcoming' && ' Its followers are told.'}
            </p>
            <HiddenFields values={{ timeZone, version: String(version), returnTo }} />
            <TextField
              label="Move to"
              name="day"
              type="date"
              required
              defaultValue={failure?.typed?.day || chosen || day}
            />
            <div className="mt-6 flex flex-wrap gap-3">
              <Button pending={pending} pendingLabel="Moving...">
                Move Challenge
              </Button>
              <ButtonLink to={returnTo} variant="secondary">
                Cancel
              </ButtonLink>
            </div>
          </Form>
        )}
        {(refusal || !startDate) && (
          <ButtonLink to={returnTo} variant="secondary" className="mt-6">
            Back
          </ButtonLink>
        )}
      </Card>
    </>
  )
}
