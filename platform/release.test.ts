import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readRelease } from '#platform/release.server.ts'

async function project(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'dojo-release-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await writeFile(join(root, 'package.json'), '{ "version": "1.2.3" }')
  return root
}

test('the commit is absent if neither Git nor the build has it', async () => {
  expect(await readRelease(await project())).toEqual({ version: '1.2.3' })
})

test('the commit comes from build/commit without Git', async () => {
  const root = await project()
  await mkdir(join(root, 'build'))
  await writeFile(join(root, 'build/commit'), '0123456789abcdef0123456789abcdef01234567\n')
  expect(await readRelease(root)).toEqual({ version: '1.2.3', commit: '0123456789ab' })
  await writeFile(join(root, 'build/commit'), '<script>')
  expect(await readRelease(root)).toEqual({ version: '1.2.3' })
})

test('the commit comes from Git if the project is a checkout', async () => {
  const root = await project()
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: root }).toString()
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'First')
  const commit = git('rev-parse', 'HEAD').slice(0, 12)
  expect(await readRelease(root)).toEqual({ version: '1.2.3', commit })
})
