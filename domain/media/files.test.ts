import { afterEach, expect, it, vi } from 'vitest'
import { noFiles } from '#test/builders.ts'
import { deleteImageFiles } from './files.server.ts'

afterEach(() => vi.useRealTimers())

it('waits for a store that does not answer no longer than two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked: string[] = []
  const deleteAll = (folder: string) => {
    asked.push(folder)
    return new Promise<void>(() => {})
  }
  const deleted = vi.fn()
  void deleteImageFiles({ ...noFiles, deleteAll }, ['one', 'two']).then(deleted)
  await vi.advanceTimersByTimeAsync(1_999)
  expect([asked, deleted.mock.calls.length]).toEqual([['images/one', 'images/two'], 0])
  await vi.advanceTimersByTimeAsync(1)
  expect(deleted).toHaveBeenCalledOnce()
})

it('does not wait longer than the deletion takes, whether it succeeds or not', async () => {
  const outcomes = [Promise.resolve(), Promise.reject(new Error('refused'))]
  const deleteAll = async () => outcomes.shift()
  await expect(deleteImageFiles({ ...noFiles, deleteAll }, ['one', 'two'])).resolves.toBeUndefined()
})
