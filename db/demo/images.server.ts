import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { imageRules, type Purpose } from '#domain/media/rules.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import { type ImageServices, saveImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { mustExist } from './seed.server.ts'
import type { Timeline } from './timeline/timeline.ts'
import type { World } from './world/world.ts'

/** Ids of stored images: of submissions by their index in the demo data, of challenges in its order. */
export interface Images {
  submissions: ReadonlyMap<number, string>
  challenges: readonly string[]
}

export type ImageStore = Pick<ImageServices, 'db' | 'files'>

/** Stores the images of all submissions and challenges for their owners. */
export async function storeImages(
  store: ImageStore,
  world: World,
  { events }: Timeline,
  members: readonly Member[],
  signal?: AbortSignal,
): Promise<Images> {
  const storeOne = async (name: string, owner: Member | undefined, purpose: Purpose) => {
    signal?.throwIfAborted()
    return (await storeDemoImage(store, name, mustExist(owner), purpose)).id
  }
  const administrator = members[world.ninjas.findIndex(({ role }) => role === 'administrator')]
  const submitEvents = events.filter((event) => event.type === 'submit')
  const submissions = await inPairs(submitEvents, async ({ submission, ninja }) => {
    const name = world.submissions[submission]?.image ?? ''
    return [submission, await storeOne(name, members[ninja], 'submission')] as const
  })
  const challenges = await inPairs(world.challenges, ({ image }) =>
    storeOne(image, administrator, 'challenge'),
  )
  return { submissions: new Map(submissions), challenges }
}

/** Stores an image of the demo, whose sizes lie in the demo data: decoding them all would take half a minute. */
export async function storeDemoImage(
  store: ImageStore,
  name: string,
  owner: Member,
  purpose: Purpose,
): Promise<StoredImage> {
  const [preview, bytes] = await Promise.all([readPicture('previews', name), readPicture('pictures', name)])
  const { width, height } = sizeOf(bytes)
  const [small = 0, large = 0] = imageRules[purpose].widths
  const sizes = [
    { width: small, bytes: preview },
    { width: large, bytes },
  ]
  return mustExist(
    (await saveImage(store, { ownerId: owner.id, purpose }, { width, height, sizes })) ?? undefined,
  )
}

/** Of a lossy WebP, in pixels. */
export function sizeOf(webp: Buffer): { width: number; height: number } {
  return { width: webp.readUInt16LE(26), height: webp.readUInt16LE(28) }
}

function readPicture(folder: 'pictures' | 'previews', name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, folder, name))
}

async function inPairs<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let next = 0; next < items.length; next += 2) {
    results.push(...(await Promise.all(items.slice(next, next + 2).map(work))))
  }
  return results
}
