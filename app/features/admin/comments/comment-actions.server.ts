import type { RouterContextProvider } from 'react-router'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { hideComment, restoreComment } from '#domain/comments/commands.server.ts'
import { commentById } from '#domain/comments/queries.server.ts'
import { COMMENT_MESSAGES as MESSAGES } from '#domain/comments/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { confirmedAction, confirmedActions, reasonIn } from '../confirmation/confirmed-action.server.ts'
import { ownContest } from '../confirmation/own-contest.server.ts'
import { REPORTS } from '../paths.ts'

const hide = confirmedAction({
  list: REPORTS.to,
  missing: MESSAGES.noComment,
  fields: ['reason'],
  done: MESSAGES.hidden,
  failed: MESSAGES.hideFailed,
  load: commentOf,
  confirm: ({ text, contest }) => ({
    subject: text,
    consequences: [
      'Only its author and administrators see the comment then.',
      'It can be restored.',
      ...contest,
    ],
    label: 'Hide Comment',
    pendingLabel: 'Hiding...',
    danger: true,
    requiredReason: 'The author of the comment reads it.',
  }),
  run: ({ db, context }, id, fields) => hideComment(db, scopeOf(context).viewer, id, reasonIn(fields)),
})

const restore = confirmedAction({
  list: REPORTS.to,
  missing: MESSAGES.noComment,
  done: MESSAGES.restored,
  failed: MESSAGES.restoreFailed,
  load: commentOf,
  confirm: ({ text, contest }) => ({
    subject: text,
    consequences: ['Everyone who sees the submission sees the comment again.', ...contest],
    label: 'Restore Comment',
    pendingLabel: 'Restoring...',
  }),
  run: ({ db, context }, id) => restoreComment(db, scopeOf(context), id),
})

export const comments = confirmedActions('verb', { hide, restore })

interface Call {
  db: Db
  context: Readonly<RouterContextProvider>
}

/** The text of a comment that has one, and what concerns the administrator's own contest. */
async function commentOf({ db, context }: Call, id: string) {
  const comment = await commentById(db, scopeOf(context), id)
  if (!comment?.text) return undefined
  return { text: comment.text, contest: await ownContest(db, scopeOf(context), comment.challengeId) }
}
