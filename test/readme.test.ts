import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.server.ts'
import { variables } from '#platform/config/variables.ts'
import { ready, spawnServer, temporaryFolder } from '#test/server-process.ts'

const readme = readFileSync('README.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

/** A value for each setting that the README may ask for. */
const values: Record<string, string> = {
  PUBLIC_URL: 'https://dojo.example',
  OIDC_CLIENT_ID: 'dojo',
  OIDC_CLIENT_SECRET: 'word',
  ADMIN_EMAILS: 'keeper@dojo.example',
}

test('a real site starts with the settings that the README lists, and no others', async () => {
  const [, sentence = ''] = /^For a real community set (.*?)\. /ms.exec(readme) ?? []
  const listed = [...sentence.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name)
  expect(listed.sort()).toEqual(Object.keys(values).sort())
  const others = Object.keys(variables).filter((name) => !['PORT', 'DATA_DIR'].includes(name))
  const settings = { ...Object.fromEntries(others.map((name) => [name, ''])), ...values }
  expect(readConfig(settings).demo).toBe(false)
  const dataDir = join(await temporaryFolder(), 'data')
  const server = await ready(await spawnServer({ ...settings, DATA_DIR: dataDir }))
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})

test('every command of the README exists', () => {
  const named = [...readme.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map(([, name = '']) => name)
  expect(named).toEqual(expect.arrayContaining(['start', 'test', 'dev', 'dojo']))
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})
