import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import { errorMessage, Failure } from '#platform/failure.ts'

export const installedUnit = '/etc/systemd/system/creative-dojo.service'

interface Unit {
  user: string
  group: string
  settings: Record<string, string>
  settingsFiles: string[]
}

/** The systemd unit in `file`, if it runs the app in `folder`. Its settings are those that the app gets. */
export function readUnit(file: string, folder: string): Unit | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const home = optionOf(text, 'WorkingDirectory')
  if (!home || real(home) !== real(folder)) return undefined
  const user = optionOf(text, 'User') ?? 'root'
  const sources = optionsOf(text, 'EnvironmentFile').map(readSettings)
  const own = optionsOf(text, 'Environment').join('\n')
  return {
    user,
    group: optionOf(text, 'Group') ?? user,
    settings: settingsIn([own, ...sources.map((source) => source.text)].join('\n')),
    settingsFiles: sources.map(({ file }) => file),
  }
}

/** Adds the unit's settings to the environment, without overriding it, and becomes the unit's account. */
export function enterUnit({ user, group, settings, settingsFiles }: Unit): void {
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
  if (userInfo().username !== user) becomeAccount(user, group)
  console.error(`Settings of ${settingsFiles.join(', ')}, as ${user}.`)
}

function real(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder
}

function optionOf(unit: string, name: string): string | undefined {
  return optionsOf(unit, name).at(-1)
}

function optionsOf(unit: string, name: string): string[] {
  return [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value.trim())
}

/** A file with a hyphen before its name may be missing. */
function readSettings(option: string): { file: string; text: string } {
  const file = option.replace(/^-/, '')
  try {
    return { file, text: readFileSync(file, 'utf8') }
  } catch (error) {
    if (file !== option && (error as NodeJS.ErrnoException).code === 'ENOENT') return { file, text: '' }
    throw new Failure(`The settings of the app cannot be read, run this as root: ${errorMessage(error)}`)
  }
}

/** As systemd reads them: the last one counts and, unlike in a .env file, a # within a value belongs to it. */
function settingsIn(text: string): Record<string, string> {
  const found = [...text.matchAll(/^\s*([A-Za-z_]\w*)=(.*)$/gm)]
  return Object.fromEntries(
    found.map(([, name = '', value = '']) => [name, value.trim().replace(/^(["'])(.*)\1$/, '$2')]),
  )
}

function becomeAccount(user: string, group: string): void {
  try {
    process.initgroups?.(user, group)
    process.setgid?.(group)
    process.setuid?.(user)
  } catch (error) {
    throw new Failure(`This command must run as root or ${user}: ${errorMessage(error)}`)
  }
  process.env.HOME = userInfo().homedir
  process.umask(0o077)
}
