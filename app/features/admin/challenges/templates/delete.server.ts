import { adminOf } from '#app/middleware/viewer.server.ts'
import { TEMPLATE_MESSAGES as MESSAGES } from '#domain/templates/rules.ts'
import { deleteTemplate, oneTemplate } from '#domain/templates/templates.server.ts'
import { confirmedAction } from '../../confirmation/confirmed-action.server.ts'
import { TEMPLATES } from './paths.ts'

/** Deletes a template (ADM-132). */
export const deletion = confirmedAction({
  list: TEMPLATES.to,
  missing: MESSAGES.missing,
  done: MESSAGES.deleted,
  failed: MESSAGES.deleteFailed,
  load: ({ db, admin }, id) => oneTemplate(db, admin, id),
  confirm: ({ name }) => ({
    subject: name,
    consequences: ['Challenges that began from it stay as they are.'],
    label: 'Delete Template',
    pendingLabel: 'Deleting...',
    danger: true,
  }),
  run: ({ db, context }, id) => deleteTemplate(db, adminOf(context), id),
})
