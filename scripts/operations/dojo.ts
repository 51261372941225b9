import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadEnvFile } from '#platform/config/config.server.ts'
import { runCommand, wrongUse } from './run-command.ts'
import { enterUnit, installedUnit, readUnit } from './unit.ts'

// npm run dojo -- <command>: runs a command with the settings and the account of the app in this folder.
// Exit code 0: done; 1: failed; 2: wrong use; others are those of the command.

const usage = `
update                                              install packages, build and restart after the sources were replaced
migrate                                             apply new migrations to the database
ready [seconds]                                     wait until the app can serve requests
maintenance on [message]                            stop writes
maintenance off|status                              allow writes, or tell whether they are stopped
check-invariants                                    check rows and files
check-results                                       count the votes of completed challenges again
doctor                                              check sign-in, mail, files, proxy, database, clock and disk
backup FILE                                         write all rows and files into a file
backup --verify FILE                                check that a backup is intact
restore FILE                                        read a backup into an empty database
admin grant <email or id> [moderator]               name an administrator or a moderator, by an address that the provider verified
admin code                                          print a code that makes the first administrator of a site without one
admin revoke <email or id>                          take the role
member delete <email or id> [--remove-submissions]  delete an account; its submissions stay under 'Anonymous Ninja' without the option
member download <email or id> [file]                write the data of a member into a zip file, member-<id>.zip by default`

type Run = (words: string[], isSet: boolean) => Promise<number>

interface Command {
  load(): Promise<Run>
  /** The least and the most words after the name. */
  words: [least: number, most: number]
  option?: string
}

const commands: Record<string, Command> = {
  migrate: { load: async () => (await import('./migrate.ts')).run, words: [0, 0] },
  ready: { load: async () => (await import('./ready.ts')).run, words: [0, 1] },
  maintenance: { load: async () => (await import('./maintenance.ts')).run, words: [1, 100] },
  'check-invariants': { load: async () => (await import('./check.ts')).checkInvariants, words: [0, 0] },
  'check-results': { load: async () => (await import('./check.ts')).checkResults, words: [0, 0] },
  doctor: { load: async () => (await import('./doctor.ts')).run, words: [0, 0] },
  backup: { load: async () => (await import('./backup.ts')).backup, words: [1, 1], option: 'verify' },
  restore: { load: async () => (await import('./backup.ts')).restore, words: [1, 1] },
  admin: { load: async () => (await import('./admin.ts')).run, words: [1, 3] },
  member: {
    load: async () => (await import('./member.ts')).run,
    words: [2, 3],
    option: 'remove-submissions',
  },
}

const root = join(import.meta.dirname, '../..')
const [name = '', ...args] = process.argv.slice(2)

await runCommand(async () => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  const given = command && argumentsOf(command)
  if (!command || !given) return explainUse()
  const unit = readUnit(installedUnit, root)
  if (unit) enterUnit(unit)
  loadEnvFile(join(root, '.env'))
  const run = await command.load()
  const code = await run(given.words, given.isSet)
  return code === wrongUse ? explainUse() : code
})

function argumentsOf({ words: [least, most], option }: Command) {
  try {
    const options = option ? { [option]: { type: 'boolean' as const } } : {}
    const { positionals: words, values } = parseArgs({ args, options, allowPositionals: true })
    const isRight = words.length >= least && words.length <= most && words.every((word) => word.trim() !== '')
    return isRight ? { words, isSet: Object.values(values).includes(true) } : undefined
  } catch {
    return undefined
  }
}

function explainUse(): number {
  const own = usage.split('\n').filter((line) => line.startsWith(`${name} `))
  const lines = own.map((line) => `Usage: npm run dojo -- ${line.split(/ {2,}/, 1)[0]}`)
  console.error(lines.length > 0 ? lines.join('\n') : `Usage: npm run dojo -- <command>\n${usage}`)
  return wrongUse
}
