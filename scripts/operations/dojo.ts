import { join } from 'node:path'
import { loadEnvFile } from '#platform/config/config.server.ts'
import { runCommand } from './run-command.ts'
import { enterUnit, installedUnit, readUnit } from './unit.ts'

// npm run dojo -- <command>: runs a command with the settings and the account of the app in this folder.
// Exit code 2: usage; others are those of the command.

const root = join(import.meta.dirname, '../..')

/** The script of each command, and the arguments that select it there. */
const commands: Record<string, [script: string, ...before: string[]]> = {
  migrate: ['migrate.ts'],
  ready: ['ready.ts'],
  maintenance: ['maintenance.ts'],
  'check-invariants': ['check-invariants.ts'],
  'check-results': ['check-results.ts'],
  doctor: ['doctor.ts'],
  backup: ['backup.ts', 'backup'],
  restore: ['backup.ts', 'restore'],
  move: ['backup.ts', 'move'],
  admin: ['admin.ts'],
  member: ['member.ts'],
}

const usage = `Usage: npm run dojo -- <command>

update                              install packages, build and restart after the sources were replaced
migrate                             apply new migrations to the database
ready [seconds]                     wait until the app can serve requests
maintenance on [message]|off|status stop or allow writes
check-invariants                    check rows and files
check-results                       count the votes of completed challenges again
doctor                              check sign-in, mail, files, proxy, database, clock and disk
backup FILE                         write all rows and files into a file
backup --verify FILE                check that a backup is intact
restore FILE                        read a backup into an empty database
move DATABASE_URL_OR_FILE           copy the rows into another, empty database
admin grant|revoke <email>          change who is an administrator
member delete|download <email>      delete an account, or write its data into a file`

await runCommand(async () => {
  const [name = '', ...words] = process.argv.slice(2)
  const [script, ...before] = Object.hasOwn(commands, name) ? (commands[name] ?? []) : []
  if (!script) {
    console.error(usage)
    return 2
  }
  const unit = readUnit(installedUnit, root)
  if (unit) enterUnit(unit)
  loadEnvFile(join(root, '.env'))
  process.argv.splice(2, process.argv.length, ...before, ...words)
  await import(`./${script}`)
  return Number(process.exitCode ?? 0)
})
