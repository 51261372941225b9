import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openUploadFolder } from './upload-folder.server.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dojo-upload-folder-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

test('a start removes files of ended processes, and none of running ones', async () => {
  const ended = await endedProcess()
  const old = new Date(Date.now() - 2 * 3_600_000)
  const names = {
    killed: `a.${ended}.${hostname()}`,
    sameIdBefore: `b.${process.pid}.${hostname()}`,
    running: `c.${process.ppid}.${hostname()}`,
    elsewhere: `d.${ended}.other.example`,
    oldElsewhere: `e.${ended}.other.example`,
  }
  for (const name of Object.values(names)) await writeFile(join(folder, name), 'half an image')
  for (const name of [names.sameIdBefore, names.oldElsewhere]) await utimes(join(folder, name), old, old)

  await openUploadFolder(folder)
  expect((await readdir(folder)).sort()).toEqual([names.running, names.elsewhere])
})

test('a sweep keeps the uploads of this process', async () => {
  const uploads = await openUploadFolder(folder)
  const place = uploads.admit('ann')
  await writeFile(place?.path ?? '', 'an image')
  expect(await uploads.sweep()).toBe(0)
  expect(await readdir(folder)).toHaveLength(1)
  await place?.release()
  expect(await readdir(folder)).toEqual([])
})

test('places are limited per client and in total, and are freed', async () => {
  const uploads = await openUploadFolder(folder, { inAll: 3, perClient: 2 })
  const places = [uploads.admit('ann'), uploads.admit('ann'), uploads.admit('ann'), uploads.admit('bob')]
  expect(places.map((place) => place !== null)).toEqual([true, true, false, true])
  expect(uploads.admit('cid')).toBeNull()
  await places[0]?.release()
  await places[0]?.release()
  expect(uploads.admit('cid')).not.toBeNull()
  expect(uploads.admit('dan')).toBeNull()
})
