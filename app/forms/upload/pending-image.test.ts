import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ImageServices } from '#domain/media/store.server.ts'
import { refused } from '#platform/outcome.ts'
import { storePendingImage } from './pending-image.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const upload = { fields: new FormData(), file: Buffer.from('bytes') }

/** Services whose decodes wait until they are released. */
function slowServices() {
  const gate = Promise.withResolvers<void>()
  const process = vi.fn(async () => {
    await gate.promise
    return refused('invalid', 'no image')
  })
  return {
    services: { imageProcessor: { process } } as unknown as ImageServices,
    process,
    release: gate.resolve,
  }
}

function store(services: ImageServices, signal = new AbortController().signal) {
  const use = { ownerId: 'ann', purpose: 'submission', isDemanded: true, signal } as const
  return storePendingImage(services, upload, use, null)
}

test('eight files are decoded and stored at once; one that waited ten seconds is refused, and never stored', async () => {
  const { services, process, release } = slowServices()
  const stored = Array.from({ length: 8 }, () => store(services))
  const late = store(services)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(process).toHaveBeenCalledTimes(8)
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toEqual(
    refused('busy', 'Failed to upload image: the dojo is busy, please try again in a moment'),
  )
  release()
  await Promise.all(stored)
  expect(process).toHaveBeenCalledTimes(8)
})

test('a file whose client is gone before its turn is not stored', async () => {
  const { services, process, release } = slowServices()
  const stored = Array.from({ length: 8 }, () => store(services))
  const client = new AbortController()
  const gone = store(services, client.signal)
  client.abort()
  release()
  expect(await gone).toMatchObject({ ok: false, code: 'busy' })
  await Promise.all(stored)
  expect(process).toHaveBeenCalledTimes(8)
})
