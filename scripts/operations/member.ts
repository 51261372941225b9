import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { openArchive } from '#domain/accounts/export.server.ts'
import { watchSettings } from '#domain/settings/queries.server.ts'
import type { Config } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { errorMessage, Failure } from '#platform/failure.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { findMember, type Member } from './admin.ts'
import { wrongUse } from './run-command.ts'
import { withSite } from './settings-store.ts'

/** Acts for a member who cannot sign in. */
export async function run([verb, name = '', file]: string[], removesSubmissions: boolean): Promise<number> {
  const isDeletion = verb === 'delete' && file === undefined
  if (!isDeletion && (verb !== 'download' || removesSubmissions)) return wrongUse
  await withSite(async (db, config) => {
    const member = await findMember(db, name)
    if (isDeletion) await removeMember({ db, config }, member, removesSubmissions ? 'remove' : 'keep')
    else await downloadData({ db, config }, member, file ?? `member-${member.id}.zip`)
  })
  return 0
}

interface Site {
  db: Database
  config: Config
}

async function removeMember(
  { db, config }: Site,
  { id, displayName }: Member,
  submissions: 'remove' | 'keep',
): Promise<void> {
  const admins = { emails: config.adminEmails, userIds: config.adminUserIds }
  const outcome = await deleteMember({ db, files: await openFileStore(config) }, id, submissions, admins)
  if (!outcome.ok) throw new Failure(outcome.message)
  console.log(`Deleted the account of ${displayName} (${id}).`)
}

/** Creates a file that only its owner may read, never replaces one, and removes an incomplete one. */
async function downloadData({ db, config }: Site, { id, displayName }: Member, file: string): Promise<void> {
  const settings = watchSettings(db, config.site)
  await settings.refresh()
  const source = {
    db,
    config,
    settings,
    log: createLogger({ level: 'fatal' }),
    files: await openFileStore(config),
  }
  const output = await open(file, 'wx', 0o600).catch((error) => {
    throw new Failure(`${file} cannot be written: ${errorMessage(error)}`)
  })
  try {
    const { signal } = new AbortController()
    await pipeline(await openArchive(source, id, signal), output.createWriteStream())
  } catch (error) {
    await rm(file, { force: true })
    throw new Failure(`The data could not be written: ${errorMessage(error)}`, { cause: error })
  }
  console.log(`Wrote the data of ${displayName} (${id}) to ${file}.`)
}
