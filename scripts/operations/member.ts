import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { openArchive } from '#domain/accounts/export.server.ts'
import { type Config, readConfig } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { errorMessage, Failure } from '#platform/failure.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { findMembers } from './admin/commands.ts'
import { runCommand } from './run-command.ts'
import { openSettingsStore } from './settings-store.ts'

const USAGE = `Usage: npm run dojo -- member delete <email or id> [--remove-submissions]
       npm run dojo -- member download <email or id> [file]
'delete' deletes the account for good. Submissions are kept under 'Anonymous Ninja' without --remove-submissions.
'download' writes the member's data as a zip file, member-<id>.zip where no file is named.`

interface Member {
  id: string
  displayName: string
}

type Command =
  | { verb: 'delete'; name: string; submissions: 'remove' | 'keep' }
  | { verb: 'download'; name: string; file: string | undefined }

// Acts for a member who cannot sign in. Exit code 0: done; 1: failed; 2: usage.
await runCommand(() => run(process.argv.slice(2)))

async function run(words: readonly string[]): Promise<number> {
  const command = readCommand(words)
  if (!command) {
    console.error(USAGE)
    return 2
  }
  const config = readConfig(process.env)
  const { db, close } = await openSettingsStore(config)
  try {
    const found = await findMembers(db, command.name)
    const [member] = found
    if (!member || found.length > 1) {
      const ids = found.map(({ id, displayName }) => `  ${id}  (${displayName})`)
      console.error([`${found.length} members match ${command.name}. Nothing was done.`, ...ids].join('\n'))
      return 1
    }
    return command.verb === 'delete'
      ? await removeMember({ db, config }, member, command.submissions)
      : await downloadData({ db, config }, member, command.file ?? `member-${member.id}.zip`)
  } finally {
    await close()
  }
}

function readCommand([verb, ...words]: readonly string[]): Command | undefined {
  const [first = '', file, ...rest] = words.filter((word) => word !== '--remove-submissions')
  const name = first.trim()
  if (name === '' || [name, file].some((word) => word?.startsWith('-')) || rest.length > 0) return undefined
  const remove = words.includes('--remove-submissions')
  if (verb === 'delete' && file === undefined) return { verb, name, submissions: remove ? 'remove' : 'keep' }
  return verb === 'download' && !remove ? { verb, name, file } : undefined
}

interface Services {
  db: Database
  config: Config
}

async function removeMember(
  { db, config }: Services,
  { id, displayName }: Member,
  submissions: 'remove' | 'keep',
): Promise<number> {
  const admins = { emails: config.adminEmails, userIds: config.adminUserIds }
  const outcome = await deleteMember({ db, files: await openFileStore(config) }, id, submissions, admins)
  if (!outcome.ok) {
    console.error(outcome.message)
    return 1
  }
  console.log(`Deleted the account of ${displayName} (${id}).`)
  return 0
}

/** Creates a file that only its owner may read, never replaces one, and removes an incomplete one. */
async function downloadData(
  { db, config }: Services,
  { id, displayName }: Member,
  file: string,
): Promise<number> {
  const log = createLogger({ level: 'fatal' })
  const source = { db, config, log, files: await openFileStore(config) }
  const output = await open(file, 'wx', 0o600).catch((error) => {
    throw new Failure(`${file} cannot be written: ${errorMessage(error)}`)
  })
  try {
    const stopped = new AbortController()
    await pipeline(await openArchive(source, id, stopped.signal), output.createWriteStream())
  } catch (error) {
    await rm(file, { force: true })
    throw new Failure(`The data could not be written: ${errorMessage(error)}`, { cause: error })
  }
  console.log(`Wrote the data of ${displayName} (${id}) to ${file}.`)
  return 0
}
