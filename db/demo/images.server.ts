import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Purpose } from '#domain/media/rules.ts'
import { type ImageServices, storeImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { mustSucceed } from './seed.server.ts'
import type { Timeline } from './timeline/timeline.ts'
import type { World } from './world/world.ts'

/** Ids of stored images: of submissions by their index in the demo data, of challenges in its order. */
export interface Images {
  submissions: ReadonlyMap<number, string>
  challenges: readonly string[]
}

/** Stores the images of all submissions and challenges as uploads of their owners, two at a time like the image queue. */
export async function uploadImages(
  services: ImageServices,
  world: World,
  { events }: Timeline,
  members: readonly Member[],
  signal?: AbortSignal,
): Promise<Images> {
  const store = async (name: string, owner: Member | undefined, purpose: Purpose) => {
    signal?.throwIfAborted()
    const bytes = await readImage(name)
    return (
      await mustSucceed(
        storeImage(services, {
          ownerId: owner?.id ?? '',
          purpose,
          source: bytes,
          size: bytes.length,
          keepsUnused: true,
        }),
      )
    ).id
  }
  const administrator = members[world.ninjas.findIndex(({ role }) => role === 'administrator')]
  const submitEvents = events.filter((event) => event.type === 'submit')
  const submissions = await inPairs(submitEvents, async ({ submission, ninja }) => {
    const name = world.submissions[submission]?.image ?? ''
    return [submission, await store(name, members[ninja], 'submission')] as const
  })
  const challenges = await inPairs(world.challenges, ({ image }) => store(image, administrator, 'challenge'))
  return { submissions: new Map(submissions), challenges }
}

/** Reads an image of the demo by its file name. */
export function readImage(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'pictures', name))
}

async function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let next = 0; next < items.length; next += 2) {
    results.push(...(await Promise.all(items.slice(next, next + 2).map(work))))
  }
  return results
}
