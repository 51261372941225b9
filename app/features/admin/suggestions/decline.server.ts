import { adminOf } from '#app/middleware/viewer.server.ts'
import { declineSuggestion } from '#domain/suggestions/commands.server.ts'
import { openSuggestion } from '#domain/suggestions/queries.server.ts'
import { SUGGESTION_MESSAGES as MESSAGES } from '#domain/suggestions/rules.ts'
import { confirmedAction } from '../confirmation/confirmed-action.server.ts'
import { SUGGESTIONS } from '../paths.ts'

/** Declines a suggestion (ADM-118). */
export const decline = confirmedAction({
  list: SUGGESTIONS.to,
  missing: MESSAGES.notFound,
  done: MESSAGES.declined,
  failed: MESSAGES.declineFailed,
  load: ({ db, admin }, id) => openSuggestion(db, admin, id),
  confirm: ({ title }) => ({
    subject: title,
    consequences: ['Its author reads ‘Not taken’ beside it.', 'No challenge can be made of it any more.'],
    label: 'Decline Suggestion',
    pendingLabel: 'Declining...',
    danger: true,
  }),
  run: ({ db, context }, id) => declineSuggestion(db, adminOf(context), id),
})
