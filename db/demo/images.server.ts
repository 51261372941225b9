import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Timeline } from '#db/demo/timeline/timeline.ts'
import type { World } from '#db/demo/world/world.ts'
import type { Purpose } from '#domain/media/rules.ts'
import { type ImageServices, storeImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { mustSucceed } from './seed.server.ts'

/** The ids of the stored pictures: of entries by their place in the world, of challenges in order. */
export interface Images {
  entries: ReadonlyMap<number, string>
  challenges: readonly string[]
}

/** Stores the pictures of all entries and challenges, as uploads of their owners, as many at a time as the queue runs. */
export async function uploadImages(
  services: ImageServices,
  world: World,
  { events: deeds }: Timeline,
  members: readonly Member[],
  signal?: AbortSignal,
): Promise<Images> {
  const store = async (picture: string, owner: Member | undefined, purpose: Purpose) => {
    signal?.throwIfAborted()
    const bytes = await readImage(picture)
    return (
      await mustSucceed(
        storeImage(services, { ownerId: owner?.id ?? '', purpose, source: bytes, size: bytes.length }),
      )
    ).id
  }
  const administrator = members[world.ninjas.findIndex(({ role }) => role === 'administrator')]
  const entering = deeds.filter((deed) => deed.verb === 'enter')
  const entries = await inPairs(entering, async ({ entry, ninja }) => {
    const picture = world.entries[entry]?.picture ?? ''
    return [entry, await store(picture, members[ninja], 'submission')] as const
  })
  const challenges = await inPairs(world.challenges, ({ picture }) =>
    store(picture, administrator, 'challenge'),
  )
  return { entries: new Map(entries), challenges }
}

/** A drawn picture of the demo, by its file's name. */
export function readImage(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'pictures', name))
}

async function inPairs<T, R>(things: readonly T[], work: (thing: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let next = 0; next < things.length; next += 2) {
    results.push(...(await Promise.all(things.slice(next, next + 2).map(work))))
  }
  return results
}
