import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './packages.mjs'
import { run } from './run.mjs'

// The headless shell needs half of the CPU time.
const headless = ['chromium-headless-shell']
const full = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
const missing = 'No Chromium: install one (on Debian: apt-get install chromium) or set CHROMIUM_PATH'

/** The path of a Chromium: CHROMIUM_PATH, an installed one, or one installed now. Throws an Error with one line if none runs. */
export async function findChromium(say) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (await runs(named)) return named
    throw new Error(`CHROMIUM_PATH ${named} does not run`)
  }
  const headlessShell = (await onMachine(headless)) ?? (await fromSystem(headless, say))
  const fullBrowser = async () => (await onMachine(full, macApps)) ?? (await fromSystem(full, say))
  return headlessShell ?? (await fullBrowser()) ?? (await fromPlaywright(say)) ?? fail()
}

async function onMachine(names, places = []) {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin']
  const all = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places]
  for (const place of new Set(all)) if (isProgram(place) && (await runs(place))) return place
  return undefined
}

async function fromSystem(names, say) {
  return (await installPackage(names[0], say)) ? onMachine(names) : undefined
}

async function fromPlaywright(say) {
  const { chromium } = await import('@playwright/test')
  const place = chromium.executablePath()
  if (!(await runs(place))) {
    say('Chromium is missing: downloading the one of Playwright')
    await run('playwright', ['install', 'chromium'])
  }
  return (await runs(place)) ? place : undefined
}

function fail() {
  throw new Error(missing)
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** On some systems `chromium` is a stub that only names the package to install. */
async function runs(path) {
  return (await run(path, ['--version'])).ok
}
