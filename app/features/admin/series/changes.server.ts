import { adminOf } from '#app/middleware/viewer.server.ts'
import { deleteSeries, pauseSeries } from '#domain/series/commands.server.ts'
import { oneSeries } from '#domain/series/queries.server.ts'
import { onePrompt, removePrompt, skipDate } from '#domain/series/queue.server.ts'
import { SERIES_MESSAGES as MESSAGES } from '#domain/series/rules.ts'
import { isId } from '#platform/id.server.ts'
import { refused } from '#platform/outcome.ts'
import { isolated } from '#platform/text/isolated.ts'
import { confirmedAction, confirmedActions } from '../confirmation/confirmed-action.server.ts'
import { dayText } from '../day-text.ts'
import { SERIES, seriesPath, VERBS } from './paths.ts'

type Call = Parameters<Parameters<typeof confirmedAction>[0]['load']>[0]

const common = {
  list: ({ id = '' }: Call['params']) => seriesPath(id),
  missing: MESSAGES.missing,
  load: ({ db, admin }: Call, id: string) => oneSeries(db, admin, id),
}

const AUDITED = 'The audit log records it.'

/** What is confirmed about a series (SER-6 to SER-8). */
export const changes = confirmedActions('verb', {
  pause: confirmedAction({
    ...common,
    done: MESSAGES.paused,
    failed: MESSAGES.pauseFailed,
    confirm: ({ name }) => ({
      subject: isolated(name),
      consequences: ['It makes no challenges until you resume it. Those that it made stay.', AUDITED],
      label: VERBS.pause.title,
      pendingLabel: 'Pausing...',
    }),
    run: ({ db, context }, id) => pauseSeries(db, adminOf(context), id, true),
  }),
  resume: confirmedAction({
    ...common,
    done: MESSAGES.resumed,
    failed: MESSAGES.resumeFailed,
    confirm: ({ name }) => ({
      subject: isolated(name),
      consequences: ['It goes on with the next date that is still to come.', AUDITED],
      label: VERBS.resume.title,
      pendingLabel: 'Resuming...',
    }),
    run: ({ db, context }, id) => pauseSeries(db, adminOf(context), id, false),
  }),
  skip: dateAction(true, 'No challenge is made for this date. Its prompt waits for the next one.'),
  restore: dateAction(false, 'The next prompt of the queue is for this date again.'),
  delete: confirmedAction({
    ...common,
    list: SERIES.to,
    done: MESSAGES.deleted,
    failed: MESSAGES.deleteFailed,
    confirm: ({ name, prompts }) => ({
      subject: isolated(name),
      consequences: [
        'The challenges that it made stay.',
        prompts.length > 0 && `Its queue of ${prompts.length} is deleted with it.`,
        AUDITED,
      ],
      label: VERBS.delete.title,
      pendingLabel: 'Deleting...',
      danger: true,
    }),
    run: ({ db, context }, id) => deleteSeries(db, adminOf(context), id),
  }),
})

/** Of the date that the address names. */
function dateAction(isSkipped: boolean, consequence: string) {
  const { title } = VERBS[isSkipped ? 'skip' : 'restore']
  return confirmedAction({
    ...common,
    done: isSkipped ? MESSAGES.skipped : MESSAGES.restored,
    failed: MESSAGES.dateFailed,
    confirm: ({ name }, { query }) => ({
      subject: isDate(dateIn(query)) ? `${isolated(name)}, ${dayText(dateIn(query))}` : isolated(name),
      consequences: [consequence],
      label: title,
      pendingLabel: 'Saving...',
      refusal: isDate(dateIn(query)) ? null : MESSAGES.noDate,
    }),
    async run({ db, context, query }, id) {
      const heldOn = dateIn(query)
      if (!isDate(heldOn)) return refused('conflict', MESSAGES.noDate)
      return skipDate(db, adminOf(context), id, { heldOn, isSkipped })
    },
  })
}

function dateIn(query: URLSearchParams): string {
  return query.get('date') ?? ''
}

function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** Takes a prompt out of the queue. */
export const removal = confirmedAction({
  list: common.list,
  param: 'promptId',
  missing: MESSAGES.promptMissing,
  done: MESSAGES.promptRemoved,
  failed: MESSAGES.promptFailed,
  load: async ({ db, context, params: { id } }, promptId) =>
    isId(id) ? onePrompt(db, adminOf(context), id, promptId) : undefined,
  confirm: ({ title }) => ({
    subject: isolated(title),
    consequences: ['No challenge is made from it.'],
    label: 'Remove Prompt',
    pendingLabel: 'Removing...',
    danger: true,
  }),
  async run({ db, context, params: { id } }, promptId) {
    return isId(id)
      ? removePrompt(db, adminOf(context), id, promptId)
      : refused('not-found', MESSAGES.promptMissing)
  },
})
