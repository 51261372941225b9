import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { type Outcome, refused } from '#platform/outcome.ts'
import { runAdminAction } from '../components/run-admin-action.server.ts'
import { CHALLENGES_PATH } from '../paths.ts'

interface Args {
  request: Request
  params: { id: string }
  context: Readonly<RouterContextProvider>
}

type Verb = (db: Db, scope: Scope, id: string, version: number) => Promise<Outcome<unknown>>

/** Carries a verb out on the challenge of the address, in the version that the administrator looked at. */
export function runChallengeAction({ request, params, context }: Args, verb: Verb, says: Says) {
  const { db } = context.get(servicesContext)
  return runAdminAction(
    { request, context },
    {
      ...says,
      list: CHALLENGES_PATH,
      fields: says.versioned ? ['version'] : [],
      async run(fields) {
        if (!isId(params.id)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
        return verb(db, scopeOf(context), params.id, versionIn(fields))
      },
    },
  )
}

interface Says {
  done: string
  failed: string
  /** The form brings the version along. */
  versioned?: boolean
}

/** The version that a form was filled with; -1, which no challenge has, without a valid one. */
export function versionIn(fields: FormData): number {
  const version = fields.get('version')
  return typeof version === 'string' && /^\d{1,9}$/.test(version) ? Number(version) : -1
}
