import { readConfig } from '#platform/config/config.server.ts'
import { changeAdminRole, parseArguments, USAGE } from './admin/commands.ts'
import { runCommand } from './run-command.ts'
import { openSettingsStore } from './settings-store.ts'

// Grants or revokes the admin role in the configured database. Exit code 0: done; 1: failed; 2: usage.
await runCommand(() => run(process.argv.slice(2)))

async function run(words: string[]): Promise<number> {
  const command = parseArguments(words)
  if (!command) {
    console.error(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  const store = await openSettingsStore(config)
  try {
    const { ok, text } = await changeAdminRole(store.db, config, command)
    if (ok) console.log(text)
    else console.error(text)
    return ok ? 0 : 1
  } finally {
    await store.close()
  }
}
