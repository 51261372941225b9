import { join } from 'node:path'
import { freezeMigrations } from './migrations.ts'
import { runCommand } from './run-command.ts'

// Run once for each release: from then on its migrations may not change.
await runCommand(async () => {
  const added = await freezeMigrations(join(import.meta.dirname, '../db/migrations'))
  console.log(added.length > 0 ? `Frozen: ${added.join(', ')}` : 'Every migration is frozen already.')
  return 0
})
