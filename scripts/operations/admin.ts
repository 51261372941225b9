import { join } from 'node:path'
import { loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { orderIn, USAGE } from './admin/arguments.ts'
import { carryOut } from './admin/commands.ts'
import { runCommand } from './run-command.ts'
import { openSettingsStore } from './settings-store.ts'

// Names administrators and removes them, in the database of the settings: exit code 0 where it is as asked for, 1 where
// it could not be done, 2 where it is not clear what was asked for.
await runCommand(() => run(process.argv.slice(2)))

async function run(words: string[]): Promise<number> {
  const order = orderIn(words)
  if (!order) {
    console.error(USAGE)
    return 2
  }
  loadEnvFile(join(import.meta.dirname, '../..', '.env'))
  const config = readConfig(process.env)
  const store = await openSettingsStore(config)
  try {
    const { ok, text } = await carryOut(store.db, config, order)
    if (ok) console.log(text)
    else console.error(text)
    return ok ? 0 : 1
  } finally {
    await store.close()
  }
}
