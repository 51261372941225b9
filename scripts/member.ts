import { join } from 'node:path'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { loadEnvFile, readConfig } from '#platform/config/config.server.ts'
import { Failure } from '#platform/failure.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { findMembers } from './admin/verbs.ts'
import { openSettingsStore } from './settings-store.ts'

const USAGE = `Usage: npm run member:delete -- <email or id> [--remove-submissions]
Deletes the account for good. Submissions are kept under 'Anonymous Ninja' without --remove-submissions.`

// Deletes a member's account at their request. Exit code 0: deleted; 1: it could not be done; 2: usage.
process.exitCode = await run(process.argv.slice(2)).catch((error) => {
  if (!(error instanceof Failure)) throw error
  console.error(error.message)
  return 1
})

async function run(words: readonly string[]): Promise<number> {
  const names = words.filter((word) => word !== '--remove-submissions')
  const [name = ''] = names
  if (names.length !== 1 || name.trim() === '' || name.startsWith('-')) {
    console.error(USAGE)
    return 2
  }
  const submissions = names.length < words.length ? 'remove' : 'keep'
  loadEnvFile(join(import.meta.dirname, '..', '.env'))
  const config = readConfig(process.env)
  const { db, close } = await openSettingsStore(config)
  try {
    const found = await findMembers(db, name.trim())
    const [member] = found
    if (!member || found.length > 1) {
      const ids = found.map(({ id, displayName }) => `  ${id}  (${displayName})`)
      console.error([`${found.length} members match ${name}. Nothing was deleted.`, ...ids].join('\n'))
      return 1
    }
    const admins = { emails: config.adminEmails, userIds: config.adminUserIds }
    const outcome = await deleteMember(
      { db, files: await openFileStore(config) },
      member.id,
      submissions,
      admins,
    )
    if (!outcome.ok) {
      console.error(outcome.message)
      return 1
    }
    console.log(`Deleted the account of ${member.displayName} (${member.id}).`)
    return 0
  } finally {
    await close()
  }
}
