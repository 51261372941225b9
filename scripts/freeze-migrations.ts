import { join } from 'node:path'
import { Failure } from '#platform/failure.ts'
import { freezeMigrations } from './migrations.ts'

// Run once for each release: from then on its migrations may not change.
try {
  const added = await freezeMigrations(join(import.meta.dirname, '../db/migrations'))
  console.log(added.length > 0 ? `Frozen: ${added.join(', ')}` : 'Every migration is frozen already.')
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(error.message)
  process.exitCode = 1
}
