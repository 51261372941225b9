import { Failure } from '#platform/failure.ts'
import { readMaintenance, setMaintenance } from '#platform/maintenance.server.ts'
import { wrongUse } from './run-command.ts'
import { withSite } from './settings-store.ts'

const defaultMessage =
  'The site is read-only for maintenance. You can view every page, but changes are not possible right now. Please try again later.'
const longestMessage = 500

/** Turns maintenance mode on or off. */
export async function run([verb = '', ...words]: string[]): Promise<number> {
  const message = words.join(' ').trim() || defaultMessage
  if (!['on', 'off', 'status'].includes(verb) || (verb !== 'on' && words.length > 0)) return wrongUse
  if (message.length > longestMessage)
    throw new Failure(`The message has at most ${longestMessage} characters`)
  const now = await withSite(async (db) => {
    if (verb !== 'status') await setMaintenance(db, verb === 'on' ? { message } : null)
    return readMaintenance(db)
  })
  console.log(now ? `Maintenance mode is on: ${now.message}` : 'Maintenance mode is off.')
  if (verb === 'on') console.log('Requests in progress may finish within 15 seconds.')
  return 0
}
