import { readConfig } from '#platform/config/config.server.ts'
import { Failure } from '#platform/failure.ts'
import { readMaintenance, setMaintenance } from '#platform/maintenance.server.ts'
import { runCommand } from './run-command.ts'
import { openSettingsStore } from './settings-store.ts'

const usage = `Usage: npm run dojo -- maintenance on [message]
       npm run dojo -- maintenance off
       npm run dojo -- maintenance status`

const defaultMessage =
  'The site is read-only for maintenance. You can view every page, but changes are not possible right now. Please try again later.'
const longestMessage = 500

// Turns maintenance mode on or off. Exit code 0: done; 1: failed; 2: usage.
await runCommand(() => run(process.argv.slice(2)))

async function run([verb, ...words]: string[]): Promise<number> {
  const message = words.join(' ').trim() || defaultMessage
  if (!['on', 'off', 'status'].includes(verb ?? '') || (verb !== 'on' && words.length > 0)) {
    console.error(usage)
    return 2
  }
  if (message.length > longestMessage)
    throw new Failure(`The message has at most ${longestMessage} characters`)
  const store = await openSettingsStore(readConfig(process.env))
  try {
    if (verb !== 'status') await setMaintenance(store.db, verb === 'on' ? { message } : null)
    const now = await readMaintenance(store.db)
    console.log(now ? `Maintenance mode is on: ${now.message}` : 'Maintenance mode is off.')
    if (verb === 'on') console.log('Requests in progress may finish within 15 seconds.')
    return 0
  } finally {
    await store.close()
  }
}
