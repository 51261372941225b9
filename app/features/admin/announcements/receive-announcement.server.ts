import { data, type RouterContextProvider, replace } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { logRefusal } from '#app/forms/log-refusal.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { hasOtherFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { adminOf, isStillAdmin, scopeOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { sendAnnouncement } from '#domain/announcements/commands.server.ts'
import { parseAnnouncement } from '#domain/announcements/form.server.ts'
import { type Audience, audienceOf } from '#domain/announcements/queries.server.ts'
import {
  type AnnouncementField,
  type AnnouncementForm,
  ANNOUNCEMENT_MESSAGES as MESSAGES,
} from '#domain/announcements/rules.ts'
import { isId, newId } from '#platform/id.server.ts'
import { refused, unknownField } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { ownContest } from '../confirmation/own-contest.server.ts'
import { ANNOUNCEMENTS, announcementsPath } from '../paths.ts'

export type AnnouncementValues = Record<AnnouncementField | 'key', string>

/** What the form shows after it was sent: the form again, or its confirmation. */
export interface AnnouncementAnswer {
  values: AnnouncementValues
  errors?: Partial<Record<AnnouncementField, string>>
  message?: string
  confirmation?: Confirmation
}

const names = ['key', 'title', 'text', 'link', 'audience'] as const

/** Checks the form and asks for a confirmation; a confirmed form sends the announcement and returns to the list. */
export async function receiveAnnouncement({
  request,
  context,
}: {
  request: Request
  context: Readonly<RouterContextProvider>
}) {
  const admin = adminOf(context)
  const { db, mailer } = context.get(servicesContext)
  const { fields, unreadable } = await readFields(request)
  const values = Object.fromEntries(
    names.map((name) => [name, asTyped(fields.get(name))]),
  ) as AnnouncementValues
  const answer = (
    rest: Omit<AnnouncementAnswer, 'values'> & { values?: AnnouncementValues },
    status: number,
  ) => {
    const message = Object.values(rest.errors ?? {})[0]
    if (message) logRefusal(context, { code: 'invalid', message })
    return data<AnnouncementAnswer>({ values, ...rest }, { status })
  }
  const known: readonly string[] = [...names, 'confirmed', 'change']
  if (unreadable || hasOtherFields(fields, known)) return answer({ message: `${unknownField}.` }, 400)
  if (!(await isStillAdmin(context))) return answer({ message: 'Access Denied' }, 403)
  if (fields.has('change')) return answer({}, 200)
  const parsed = parseAnnouncement(values)
  if (!parsed.ok) return answer({ errors: parsed.errors }, 422)
  if (!isId(values.key)) return answer({ message: MESSAGES.sendFailed }, 422)
  const audience = await audienceOf(db, admin, parsed.form.challengeId)
  if (!audience) return answer({ errors: { audience: MESSAGES.notPublic } }, 409)
  const own = await ownContest(db, scopeOf(context), parsed.form.challengeId)
  const confirm = (shown: AnnouncementValues) => {
    const confirmation = confirmationOf(parsed.form, audience, shown, mailer !== null)
    const consequences = [...confirmation.consequences, ...own]
    return { values: shown, confirmation: { ...confirmation, consequences } }
  }
  if (!fields.has('confirmed')) return answer(confirm(values), 200)
  const outcome = await runCommand(context, MESSAGES.sendFailed, async () =>
    (await isStillAdmin(context))
      ? sendAnnouncement(db, admin, values.key, parsed.form)
      : refused('forbidden', 'Access Denied'),
  )
  if (!outcome.ok) {
    const isAnother = outcome.message === MESSAGES.sentAlready
    const shown = isAnother ? { ...values, key: newId() } : values
    return answer({ ...confirm(shown), message: outcome.message }, outcome.status)
  }
  const { challengeId } = parsed.form
  const list = challengeId ? announcementsPath(challengeId) : ANNOUNCEMENTS.to
  return replace(list, await withToast({ text: MESSAGES.sent }, { status: 303 }))
}

function confirmationOf(
  { link }: AnnouncementForm,
  { title: challenge, members, hasVoters }: Audience,
  values: AnnouncementValues,
  sendsMail: boolean,
): Confirmation {
  const count = `Up to ${formatCount(members, 'member')}`
  const took = hasVoters ? 'follow, have entered or voted in' : 'follow or have entered'
  const audience = challenge ? `${count} who ${took} ‘${challenge}’` : count
  return {
    // The page shows title and text above.
    subject: '',
    consequences: [
      `${audience} ${members === 1 ? 'is' : 'are'} told; those who turned announcements off are not.`,
      `They find it in their notifications${sendsMail ? ', and by mail if they chose so' : ''}.`,
      link ? `It opens ${link}.` : 'It opens a page with its text.',
      `It cannot be changed afterwards. It can be withdrawn${sendsMail ? ', but mails that were sent stay' : ''}.`,
    ],
    label: 'Send Announcement',
    pendingLabel: 'Sending...',
    hiddenFields: { ...values, confirmed: 'yes' },
  }
}
