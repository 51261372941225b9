import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { ToastContent } from '#app/forms/flash.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { type Outcome, refused } from '#platform/outcome.ts'
import { runAdminAction, versionIn } from '../confirmation/run-admin-action.server.ts'
import { CHALLENGES_PATH } from '../paths.ts'

export interface ActionArgs {
  request: Request
  params: { id: string }
  context: Readonly<RouterContextProvider>
}

type ChallengeCommand<Value> = (
  db: Db,
  scope: Scope,
  id: string,
  version: number,
  fields: FormData,
) => Promise<Outcome<Value>>

/** Runs a command on the challenge of the URL, in the version that the administrator saw. */
export function runChallengeAction<Value>(
  { request, params, context }: ActionArgs,
  command: ChallengeCommand<Value>,
  messages: ActionMessages<Value>,
) {
  const { db } = context.get(servicesContext)
  return runAdminAction(
    { request, context },
    {
      fields: ['version'],
      ...messages,
      list: CHALLENGES_PATH,
      async run(fields) {
        if (!isId(params.id)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
        return command(db, scopeOf(context), params.id, versionIn(fields), fields)
      },
    },
  )
}

interface ActionMessages<Value> {
  /** The allowed fields, if there are more than the version. */
  fields?: readonly string[]
  done: string | ((value: Value) => string | ToastContent)
  failed: string
}
