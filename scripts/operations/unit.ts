import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import { errorMessage, Failure } from '#platform/failure.ts'

export const installedUnit = '/etc/systemd/system/creative-dojo.service'

interface Unit {
  user: string
  group: string
  settings: Record<string, string>
  settingsFile: string
}

/** The systemd unit in `file`, if it runs the app in `folder`. Its settings are those that the app gets. */
export function readUnit(file: string, folder: string): Unit | undefined {
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  const home = optionOf(text, 'WorkingDirectory')
  if (!home || real(home) !== real(folder)) return undefined
  const user = optionOf(text, 'User') ?? 'root'
  const settingsFile = optionOf(text, 'EnvironmentFile') ?? ''
  const own = [...text.matchAll(/^Environment=(.*)$/gm)].map(([, line]) => line).join('\n')
  return {
    user,
    group: optionOf(text, 'Group') ?? user,
    settings: { ...settingsIn(own), ...settingsIn(readSettings(settingsFile)) },
    settingsFile,
  }
}

/** Adds the unit's settings to the environment, without overriding it, and becomes the unit's account. */
export function enterUnit({ user, group, settings, settingsFile }: Unit): void {
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
  if (userInfo().username !== user) becomeAccount(user, group)
  console.error(`Settings of ${settingsFile}, as ${user}.`)
}

function real(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : folder
}

function optionOf(unit: string, name: string): string | undefined {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]?.trim()
}

function readSettings(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Failure(`The settings of the app cannot be read, run this as root: ${errorMessage(error)}`)
  }
}

/** As systemd reads them: unlike in a .env file, a # within a value belongs to it. */
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
