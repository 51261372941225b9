import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { openTemporaryFile } from './temporary-file.server.ts'

const folder = await mkdtemp(join(tmpdir(), 'dojo-temporary-file-'))
afterAll(() => rm(folder, { recursive: true }))

const written = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)))

test('parts are read in any order, and nothing has a name', async () => {
  const file = await openTemporaryFile(join(folder, 'new'))
  const long = 'a'.repeat(100_000)
  const parts = [
    await file.write(written(long, 'b')),
    await file.write(written()),
    await file.write(written('c')),
  ]
  expect(await readdir(join(folder, 'new'))).toEqual([])
  async function text(index: number): Promise<string> {
    const part = parts[index] ?? { start: 0, end: 0 }
    return String(Buffer.concat(await Readable.from(file.read(part)).toArray()))
  }
  expect([await text(2), await text(1), await text(0)]).toEqual(['c', '', `${long}b`])
  await file.close()
  await expect(text(2)).rejects.toThrow()
})
