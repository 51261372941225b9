import { safePath } from '#platform/http/return-to.ts'
import { isId } from '#platform/id.server.ts'
import { isTooLong } from '#platform/text/raw-limits.ts'
import { characterCount, plainText, singleLine } from '#platform/text/text.ts'
import {
  ANNOUNCEMENT_LIMITS,
  ANNOUNCEMENT_MESSAGES,
  type AnnouncementField,
  type AnnouncementForm,
  EVERYONE,
} from './rules.ts'

/** Reads the form as typed, or returns a message for each invalid field. */
export function parseAnnouncement(
  typed: Record<AnnouncementField, string>,
): { ok: true; form: AnnouncementForm } | { ok: false; errors: Partial<Record<AnnouncementField, string>> } {
  const errors: Partial<Record<AnnouncementField, string>> = {}
  const title = isTooLong(typed.title, 'line') ? '' : singleLine(typed.title)
  if (!title || characterCount(title) > ANNOUNCEMENT_LIMITS.title) errors.title = ANNOUNCEMENT_MESSAGES.title
  const text = isTooLong(typed.text, 'text') ? '' : plainText(typed.text)
  if (!text || characterCount(text) > ANNOUNCEMENT_LIMITS.text) errors.text = ANNOUNCEMENT_MESSAGES.text
  const link = typed.link.trim()
  const path = safePath(link)
  const isHome = link === '/'
  if (link && ((path === '/' && !isHome) || path.length > ANNOUNCEMENT_LIMITS.link))
    errors.link = ANNOUNCEMENT_MESSAGES.link
  const { audience } = typed
  if (audience !== EVERYONE && !isId(audience)) errors.audience = ANNOUNCEMENT_MESSAGES.audience
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const challengeId = audience === EVERYONE ? null : audience
  return { ok: true, form: { title, text, link: link ? path : null, challengeId } }
}
