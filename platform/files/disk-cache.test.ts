import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDiskCache } from './disk-cache.server.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dojo-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const limits = { files: 20, bytes: 20_000 }
const content = (size: number) => Buffer.alloc(size, 'x')

test('keeps content for another process and after a restart', async () => {
  const [one, other] = [await openDiskCache(folder, limits), await openDiskCache(folder, limits)]
  await one.put('a', content(10))
  expect(await other.get('a')).toEqual(content(10))
  expect(await (await openDiskCache(folder, limits)).get('a')).toEqual(content(10))
  expect(await one.get('b')).toBeNull()
})

test('stays within its number of files and removes the least recently used', async () => {
  const cache = await openDiskCache(folder, limits)
  const day = 86_400_000
  for (let i = 0; i < 20; i++) {
    await cache.put(`old-${i}`, content(10))
    const used = new Date(Date.now() - day + i * 1000)
    await utimes(join(folder, `old-${i}`), used, used)
  }
  expect(await cache.get('old-0')).not.toBeNull()
  await cache.put('new', content(10))
  const names = await readdir(folder)
  expect(names.length).toBeLessThanOrEqual(20)
  expect(names).toEqual(expect.arrayContaining(['new', 'old-0', 'old-19']))
  expect(names).not.toContain('old-1')
})

test('removes what was not used since a time', async () => {
  const cache = await openDiskCache(folder, limits)
  for (const name of ['old', 'new']) await cache.put(name, content(10))
  const used = new Date(Date.now() - 120_000)
  await utimes(join(folder, 'old'), used, used)
  await cache.removeUnused(new Date(Date.now() - 60_000))
  expect(await readdir(folder)).toEqual(['new'])
})

test('stays within its number of bytes', async () => {
  const cache = await openDiskCache(folder, limits)
  for (let i = 0; i < 30; i++) await cache.put(`big-${i}`, content(5_000))
  expect((await readdir(folder)).length).toBeLessThanOrEqual(4)
  expect(await cache.get('big-29')).toEqual(content(5_000))
})

test('never shows a partial file, and removes the files of a killed process', async () => {
  for (const name of ['old.tmp', 'new.tmp']) await writeFile(join(folder, name), 'half')
  const old = new Date(Date.now() - 3_600_000)
  await utimes(join(folder, 'old.tmp'), old, old)
  const cache = await openDiskCache(folder, limits)
  expect(await readdir(folder)).toEqual(['new.tmp'])
  await Promise.all([1, 2, 3, 4].map((n) => cache.put('a', content(n * 1000))))
  expect((await cache.get('a'))?.length).toBeGreaterThanOrEqual(1000)
  expect((await readdir(folder)).sort()).toEqual(['a', 'new.tmp'])
})

test('ignores write errors, and refuses keys outside its folder', async () => {
  const cache = await openDiskCache(folder, limits)
  for (const key of ['../escaped', 'a/b', '', 'a.tmp']) {
    await cache.put(key, content(1))
    expect(await cache.get(key)).toBeNull()
  }
  await rm(folder, { recursive: true })
  await cache.put('a', content(1))
  expect(await cache.get('a')).toBeNull()
})
