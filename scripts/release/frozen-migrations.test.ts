import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkMigrations, freezeMigrations } from './frozen-migrations.ts'

test('no released migration of this project changed, and new ones come after them', async () => {
  const { problems } = await checkMigrations('db/migrations')
  expect(problems).toEqual([])
})

async function frozenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-frozen-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, '0001_first.sql'), 'select 1;\n')
  await writeFile(join(folder, '0003_third.sql'), 'select 3;\n')
  expect(await freezeMigrations(folder)).toEqual(['0001_first.sql', '0003_third.sql'])
  return folder
}

test('a new migration is frozen with the next release', async () => {
  const folder = await frozenFolder()
  await writeFile(join(folder, '0004_fourth.sql'), 'select 4;\n')
  expect(await checkMigrations(folder)).toEqual({ problems: [], unlisted: ['0004_fourth.sql'] })
  expect(await freezeMigrations(folder)).toEqual(['0004_fourth.sql'])
  expect(await checkMigrations(folder)).toEqual({ problems: [], unlisted: [] })
})

test('a released migration that changed is named, and is not frozen again', async () => {
  const folder = await frozenFolder()
  await writeFile(join(folder, '0001_first.sql'), 'select 2;\n')
  const problem =
    '0001_first.sql changed after its release: restore it and put the change into a new migration'
  expect((await checkMigrations(folder)).problems).toEqual([problem])
  await expect(freezeMigrations(folder)).rejects.toThrow(problem)
})

test('a released migration that is missing is named', async () => {
  const folder = await frozenFolder()
  await rm(join(folder, '0003_third.sql'))
  expect((await checkMigrations(folder)).problems).toEqual([
    '0003_third.sql is missing although a release contains it: restore it',
  ])
})

test('a new migration with a lower number than a released one is named', async () => {
  const folder = await frozenFolder()
  await writeFile(join(folder, '0002_second.sql'), 'select 2;\n')
  expect((await checkMigrations(folder)).problems).toEqual([
    '0002_second.sql must have a higher number than 0003_third.sql, which is released',
  ])
})
