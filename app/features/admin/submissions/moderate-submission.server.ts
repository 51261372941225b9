import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { type Outcome, refused } from '#platform/outcome.ts'
import { rawBeginning } from '#platform/raw-limits.ts'
import { plainText } from '#platform/text.ts'
import { runAdminAction, versionIn } from '../components/run-admin-action.server.ts'
import { SUBMISSIONS_PATH } from '../paths.ts'

interface Args {
  request: Request
  params: { id: string }
  context: Readonly<RouterContextProvider>
}

interface ModerationInput {
  /** The version of the content that the administrator saw. */
  version: number
  reason: string
}

interface Moderation {
  command(db: Db, scope: Scope, id: string, input: ModerationInput): Promise<Outcome<null>>
  /** The form has a reason field. */
  hasReason?: boolean
  done: string
  failed: string
}

/** Approves, rejects or deletes the submission of the URL (SUB-29, SUB-30, SUB-31). */
export function moderateSubmission(args: Args, { command, hasReason, ...messages }: Moderation) {
  const { context } = args
  const { id } = args.params
  const { db } = context.get(servicesContext)
  return runAdminAction(args, {
    ...messages,
    list: SUBMISSIONS_PATH,
    fields: hasReason ? ['version', 'reason'] : ['version'],
    async run(fields) {
      if (!isId(id)) return refused('not-found', 'Submission Not Found')
      const reason = plainText(rawBeginning(fields.get('reason'), 'text'))
      return command(db, scopeOf(context), id, { version: versionIn(fields), reason })
    },
  })
}
