import { ICalAlarmType, ICalCalendar, ICalCalendarMethod } from 'ical-generator'
import type { CalendarChallenge } from '#domain/notifications/calendars.server.ts'
import { REMINDER_HOURS } from '#domain/notifications/rules.ts'
import { isolated } from '#platform/text/isolated.ts'

/** How long an event lasts, which is a moment. */
const shownMs = 15 * 60_000

interface CalendarInput {
  name: string
  /** Without its ending. */
  file?: string
  publicUrl: string
  challenges: readonly CalendarChallenge[]
  cacheControl: string
}

/** An iCalendar file (RFC 5545) of the openings, deadlines and ends of voting (NOTE-10). Times are in UTC. */
export function calendarResponse({
  name,
  file = 'dojo',
  publicUrl,
  challenges,
  cacheControl,
}: CalendarInput): Response {
  const host = new URL(publicUrl).hostname
  const calendar = new ICalCalendar({
    name: escaped(name),
    prodId: { company: host, product: 'Creative Dojo', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: 60 * 60,
  })
  for (const challenge of challenges) {
    for (const { kind, title, at } of momentsOf(challenge)) {
      const event = calendar.createEvent({
        id: `${challenge.id}-${kind}@${host}`,
        sequence: challenge.version,
        stamp: challenge.updatedAt,
        start: at,
        // An event without an end lasts no time, which some programs hide.
        end: new Date(at.getTime() + shownMs),
        summary: `${title}: ${isolated(challenge.title)}`,
        description: `${challenge.summary}\n\n${publicUrl}/challenges/${challenge.id}`,
        url: `${publicUrl}/challenges/${challenge.id}`,
      })
      if (kind !== 'deadline') continue
      for (const hours of REMINDER_HOURS)
        event.createAlarm({
          type: ICalAlarmType.display,
          trigger: hours * 60 * 60,
          description: event.summary(),
        })
    }
  }
  return new Response(`${calendar.toString()}\r\n`, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file}.ics"`,
      'Cache-Control': cacheControl,
    },
  })
}

/** RFC 5545, 3.3.11: the library escapes the texts of events, but not the name of a calendar. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ')
}

function momentsOf({ opensAt, deadline, votingEndsAt }: CalendarChallenge) {
  return [
    { kind: 'opening', title: 'Opens', at: opensAt },
    { kind: 'deadline', title: 'Deadline', at: deadline },
    { kind: 'voting', title: 'Voting ends', at: votingEndsAt },
  ].flatMap(({ at, ...moment }) => (at ? [{ ...moment, at }] : []))
}
