import { scopeOf } from '#app/middleware/viewer.server.ts'
import { formatCount } from '#app/ui/number.tsx'
import { deleteChallenge, lostWith } from '#domain/challenges/commands.server.ts'
import { canDelete, DELETION_MESSAGES as MESSAGES } from '#domain/challenges/deletion.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { confirmedAction } from '../confirmation/confirmed-action.server.ts'
import { versionIn } from '../confirmation/run-admin-action.server.ts'
import { CHALLENGES_PATH } from '../paths.ts'

/** Deletes a challenge without entries (ADM-16). */
export const deletion = confirmedAction({
  list: CHALLENGES_PATH,
  missing: CHALLENGE_MESSAGES.notFound,
  fields: ['version'],
  done: MESSAGES.deleted,
  failed: MESSAGES.failed,
  async load({ db, admin }, id) {
    const challenge = await challengeSettings(db, admin, id)
    return challenge && { ...challenge, ...(await lostWith(db, id)) }
  },
  confirm({ title, status, version, reminders, drafts, hasSubmissions }) {
    const isDraft = status === 'draft'
    return {
      subject: title,
      consequences: [
        `The ${isDraft ? 'draft is' : 'challenge and its page are'} deleted for good. This cannot be undone.`,
        reminders > 0 && `${formatCount(reminders, 'member')} who asked to be reminded will not be.`,
        drafts > 0 && `${formatCount(drafts, 'draft')} of members ${drafts === 1 ? 'is' : 'are'} lost.`,
        !isDraft && 'The notifications about it are deleted too.',
      ],
      label: MESSAGES.title,
      pendingLabel: 'Deleting...',
      danger: true,
      version,
      refusal: canDelete({ hasSubmissions }) ? null : MESSAGES.hasEntries,
    }
  },
  run: ({ db, context }, id, fields) => deleteChallenge(db, scopeOf(context), id, versionIn(fields)),
})
