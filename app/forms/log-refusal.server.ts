import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import type { Refusal } from '#platform/outcome.ts'
import { perSecond } from '#platform/per-second.ts'

const rules = {
  ...import.meta.glob<Record<string, unknown>>(['/domain/*/*.ts', '!**/*.{server,test}.ts'], { eager: true }),
  // These have messages that no page loads.
  ...import.meta.glob<Record<string, unknown>>(
    ['/domain/notifications/follows.server.ts', '/domain/ballot/shortlist.server.ts'],
    { eager: true },
  ),
}
const names = new Map(Object.values(rules).flatMap(Object.entries).flatMap(namedTexts))
const mayLog = perSecond(20)

/** Logs why an action was refused. Texts that are put together may name members and titles: only their code is logged. */
export function logRefusal(
  context: Readonly<RouterContextProvider>,
  { code, message, reason }: Pick<Refusal, 'message' | 'reason'> & { code: string },
): void {
  if (!mayLog()) return
  context
    .get(servicesContext)
    .log.info({ refused: code, reason: reason ?? names.get(message) }, 'an action was refused')
}

function namedTexts([name, value]: [string, unknown]): [text: string, name: string][] {
  if (typeof value === 'string') return [[value, name]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, text]) =>
    typeof text === 'string' && text ? [[text, `${name}.${key}`] as [string, string]] : [],
  )
}
