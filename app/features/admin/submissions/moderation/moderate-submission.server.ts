import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { JUDGEMENTS, type Judgement, REJECTABLE, type Rejectable } from '#domain/moderation/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { type Outcome, refused } from '#platform/outcome.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { plainText } from '#platform/text/text.ts'
import { runAdminAction, versionIn } from '../../confirmation/run-admin-action.server.ts'
import { QUEUE_PATH, SUBMISSIONS_PATH } from '../../paths.ts'

interface Args {
  request: Request
  params: { id: string }
  context: Readonly<RouterContextProvider>
}

interface ModerationInput {
  /** The version of the content that the administrator saw. */
  version: number
  reason: string
  /** What the administrator undoes; null if missing or unknown. */
  judgement: Judgement | null
  /** The status of the submission that the administrator rejects. */
  seen: Rejectable
}

interface Moderation<Value> {
  command(db: Db, scope: Scope, id: string, input: ModerationInput): Promise<Outcome<Value>>
  fields?: readonly ('reason' | 'judgement' | 'seen')[]
  done: string | ((value: Value) => string)
  /** The queue shows by itself what was done. */
  isSilentInQueue?: (value: Value) => boolean
  failed: string
}

/** Approves, rejects, undoes or deletes the submission of the URL (SUB-29, SUB-30, SUB-31). */
export function moderateSubmission<Value>(
  args: Args,
  { command, fields: extra = [], done, isSilentInQueue = () => true, failed }: Moderation<Value>,
) {
  const { context } = args
  const { id } = args.params
  const { db } = context.get(servicesContext)
  return runAdminAction<Value>(args, {
    failed,
    done(value, to) {
      if (isQueue(to) && isSilentInQueue(value)) return null
      return typeof done === 'string' ? done : done(value)
    },
    list: SUBMISSIONS_PATH,
    fields: ['version', ...extra],
    async run(fields) {
      if (!isId(id)) return refused('not-found', 'Submission Not Found')
      const reason = plainText(rawBeginning(fields.get('reason'), 'text'))
      const judgement = JUDGEMENTS.find((known) => known === fields.get('judgement')) ?? null
      const seen = REJECTABLE.find((known) => known === fields.get('seen')) ?? 'pending'
      return command(db, scopeOf(context), id, { version: versionIn(fields), reason, judgement, seen })
    },
  })
}

function isQueue(path: string): boolean {
  return path.split('?')[0] === QUEUE_PATH
}
