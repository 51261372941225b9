import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'
import { installPackage } from './packages.mjs'
import { run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macApps = ['Google Chrome', 'Chromium'].map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`)
const missing = 'No Chromium: install one (on Debian: apt-get install chromium) or name one in CHROMIUM_PATH'

/** The path of a Chromium that runs here, installed now if need be; throws an Error of one line when there is none. */
export async function findChromium(say) {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (await runs(named)) return named
    throw new Error(`CHROMIUM_PATH ${named} is no program that runs`)
  }
  return (await onMachine()) ?? (await fromSystem(say)) ?? (await fromPlaywright(say)) ?? fail()
}

async function onMachine() {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin']
  const places = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...macApps]
  for (const place of new Set(places)) if (isProgram(place) && (await runs(place))) return place
  return undefined
}

async function fromSystem(say) {
  return (await installPackage('chromium', say)) ? onMachine() : undefined
}

async function fromPlaywright(say) {
  const { chromium } = await import('@playwright/test')
  const place = chromium.executablePath()
  if (!(await runs(place))) {
    say('No Chromium on this machine: downloading Playwright’s')
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

/** Some systems have a chromium in their path that only says where to get one. */
async function runs(path) {
  return (await run(path, ['--version'])).ok
}
