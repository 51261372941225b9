import { join } from 'node:path'
import { runCommand } from '../operations/run-command.ts'
import { freezeMigrations } from './frozen-migrations.ts'

// Run once per release: afterwards its migrations must not change.
await runCommand(async () => {
  const added = await freezeMigrations(join(import.meta.dirname, '../../db/migrations'))
  console.log(added.length > 0 ? `Frozen: ${added.join(', ')}` : 'Every migration is frozen already.')
  return 0
})
