import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

export interface UploadFolder {
  /**
   * A place for one upload; null while too many are in progress in total, for this `client` or from this `address`.
   * The slowest upload loses its place to a new one if it has been slow for long (sooner when no place is left), or if
   * no place is left and its client or address holds more places than the new one's. Otherwise, if that lasts, the upload
   * whose client and address have held places for longest, this one included, loses its place. Among the clients of an address that
   * has no place left it is the same. Received uploads count for their client only: the queue of decoding limits them in
   * total, and in it others give way.
   */
  admit(client: string, address: string): UploadPlace | null
  /** Whether a client has as many uploads as it may have, none of them so slow that it would give way. */
  isFull(client: string): boolean
  sweep(): Promise<number>
}

interface UploadPlace {
  path: string
  /** Aborted if the place is given to another upload. */
  signal: AbortSignal
  receive(bytes: number): void
  /** The body was received: the file is kept until the place is released. */
  complete(): void
  release(): Promise<void>
}

interface UploadLimits {
  inAll: number
  perClient: number
  perAddress: number
}

interface Owner {
  client: string
  address: string
}

interface Upload extends Owner {
  begun: number
  bytes: number
  complete: boolean
  /** Milliseconds until it was received. */
  receivingMs?: number
  cutOff: AbortController
}

const uploadLimits: UploadLimits = { inAll: 40, perClient: 3, perAddress: 16 }
/** An upload below this average may lose its place, but not at its beginning. */
const slowAlways = { bytesPerSecond: 8 * 1024, beginningMs: 10_000 }
/** The same while no place is left: otherwise many members who upload slowly shut out all others. */
const slowWhenFull = { bytesPerSecond: 32 * 1024, beginningMs: 3_000 }
/** A client and address that have taken longer, for earlier uploads and this one, give way while no place is left. */
const longMs = 30_000
/** Who holds so many more places gives way: for a moment, or as soon as no place was left for long. */
const morePlaces = { always: 8, lasting: 2 }
/** No place was left for long after so much time: in a moment with many uploads those that take long are not ended. */
const crowdedMs = { enough: 3_000, most: 10_000 }
const rememberedMs = 600_000
// Longer than any request, for files of processes on other machines.
const maxAgeMs = 3_600_000

/** Opens the folder, creates it if missing, and removes files of ended processes. */
export async function openUploadFolder(
  folder: string,
  limits: UploadLimits = uploadLimits,
  now = () => performance.now(),
): Promise<UploadFolder> {
  await mkdir(folder, { recursive: true })
  const inProgress = new Set<Upload>()
  const held = { client: openHistory(), address: openHistory() }
  const crowds = { all: openCrowds(), address: openCrowds() }

  function admit(client: string, address: string): UploadPlace | null {
    if (!makeRoom({ client, address })) return null
    const cutOff = new AbortController()
    const upload: Upload = { client, address, begun: now(), bytes: 0, complete: false, cutOff }
    inProgress.add(upload)
    countCrowds(address)
    const path = join(folder, newName())
    return {
      path,
      signal: cutOff.signal,
      receive(bytes) {
        upload.bytes += bytes
      },
      complete() {
        upload.complete = true
        upload.receivingMs = now() - upload.begun
        countCrowds(address)
      },
      async release() {
        remove(upload)
        await rm(path, { force: true }).catch(() => undefined)
      },
    }
  }

  /** Whether there is a place, after others have given way where they must. */
  function makeRoom(own: Owner): boolean {
    const ofClient = [...inProgress].filter(({ client }) => client === own.client)
    if (ofClient.length >= limits.perClient) return endSlowest(slow(ofClient)) && makeRoom(own)
    const unfinished = [...inProgress].filter(isUnfinished)
    const ofAddress = unfinished.filter(({ address }) => address === own.address)
    if (ofAddress.length >= limits.perAddress) {
      const isLasting = crowds.address.lasts(own.address, now())
      const isFreed = endSlowest(slow(ofAddress)) || endOther(ofAddress, own, ['client'], isLasting)
      return isFreed && makeRoom(own)
    }
    if (unfinished.length < limits.inAll) return true
    if (endSlowest(slow(unfinished, slowWhenFull))) return true
    return endOther(unfinished, own, ['client', 'address'], crowds.all.lasts('', now()))
  }

  function countCrowds(address: string): void {
    const unfinished = [...inProgress].filter(isUnfinished)
    const ofAddress = unfinished.filter((upload) => upload.address === address)
    crowds.all.count('', unfinished.length >= limits.inAll, now())
    crowds.address.count(address, ofAddress.length >= limits.perAddress, now())
  }

  function isFull(client: string): boolean {
    const ofClient = [...inProgress].filter((upload) => upload.client === client)
    return ofClient.length >= limits.perClient && slow(ofClient).length === 0
  }

  function slow(uploads: Upload[], { bytesPerSecond, beginningMs } = slowAlways): Upload[] {
    return uploads.filter(
      (upload) => !upload.complete && now() - upload.begun >= beginningMs && rate(upload) < bytesPerSecond,
    )
  }

  function rate({ bytes, begun }: Upload): number {
    return (bytes * 1_000) / Math.max(1, now() - begun)
  }

  /** Ends one of `uploads` for a new one of `own` that has fewer places or, if `isLasting`, has held them for less time. */
  function endOther(uploads: Upload[], own: Owner, owners: (keyof Owner)[], isLasting: boolean): boolean {
    const more = isLasting || owners.length === 1 ? morePlaces.lasting : morePlaces.always
    if (endSlowest(largestShare(uploads, own, owners, more))) return true
    return isLasting && endSlowest(longest(uploads, own, owners))
  }

  /** Those of `uploads` whose client or address holds most places, if those are at least `more` than here. */
  function largestShare(uploads: Upload[], own: Owner, owners: (keyof Owner)[], more: number): Upload[] {
    const counts = owners.map((owner) => ({ owner, places: countBy(uploads, (upload) => upload[owner]) }))
    const share = (upload: Owner) =>
      Math.max(...counts.map(({ owner, places }) => places.get(upload[owner]) ?? 0))
    const most = Math.max(share(own) + more, ...uploads.map(share))
    return uploads.filter((upload) => share(upload) === most)
  }

  function endSlowest(uploads: Upload[]): boolean {
    const [slowest] = uploads.toSorted((one, other) => rate(one) - rate(other))
    if (!slowest) return false
    remove(slowest)
    slowest.cutOff.abort()
    return true
  }

  function remove(upload: Upload): void {
    if (!inProgress.delete(upload)) return
    countCrowds(upload.address)
    const ms = upload.receivingMs ?? now() - upload.begun
    held.client.add(upload.client, ms, now())
    held.address.add(upload.address, ms, now())
  }

  /** The uploads of those who have held places for longest, and for much longer than the new one. */
  function longest(uploads: Upload[], own: Owner, owners: (keyof Owner)[]): Upload[] {
    const time = now()
    const excess = (upload: Upload) => {
      const ms = time - upload.begun
      return Math.min(
        ...owners.map((owner) => held[owner].of(upload[owner], time) + ms - held[owner].of(own[owner], time)),
      )
    }
    const most = Math.max(longMs, ...uploads.map(excess))
    return uploads.filter((upload) => excess(upload) === most)
  }

  const uploads = { admit, isFull, sweep: () => sweep(folder) }
  await uploads.sweep()
  return uploads
}

interface History {
  add(key: string, ms: number, time: number): void
  /** Milliseconds in all at a time; of earlier ones, as much is forgotten as has passed of some minutes. */
  of(key: string, time: number): number
}

function openHistory(): History {
  const entries = new Map<string, { ms: number; at: number }>()
  return {
    add(key, ms, time) {
      const total = this.of(key, time) + ms
      entries.delete(key)
      entries.set(key, { ms: total, at: time })
      // In the order of their time.
      for (const [oldest, { at }] of entries) {
        if (time - at <= rememberedMs) break
        entries.delete(oldest)
      }
    },
    of(key, time) {
      const { ms, at } = entries.get(key) ?? { ms: 0, at: time }
      return ms * Math.max(0, 1 - (time - at) / rememberedMs)
    },
  }
}

interface Crowds {
  count(key: string, isFull: boolean, time: number): void
  /** Whether there was no place for some seconds, less the time since with one. */
  lasts(key: string, time: number): boolean
}

function openCrowds(): Crowds {
  const crowds = new Map<string, { ms: number; at: number; isFull: boolean }>()

  function msOf(key: string, time: number): number {
    const { ms, at, isFull } = crowds.get(key) ?? { ms: 0, at: time, isFull: false }
    return Math.min(crowdedMs.most, Math.max(0, ms + (isFull ? time - at : at - time)))
  }

  return {
    count(key, isFull, time) {
      if (isFull || crowds.has(key)) crowds.set(key, { ms: msOf(key, time), at: time, isFull })
      for (const [other, { isFull: stays }] of crowds)
        if (!stays && msOf(other, time) === 0) crowds.delete(other)
    },
    lasts: (key, time) => msOf(key, time) >= crowdedMs.enough,
  }
}

function isUnfinished({ complete }: Upload): boolean {
  return !complete
}

function countBy(uploads: Iterable<Upload>, keyOf: (upload: Upload) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const upload of uploads) counts.set(keyOf(upload), (counts.get(keyOf(upload)) ?? 0) + 1)
  return counts
}

function newName(): string {
  return `${randomUUID()}.${process.pid}.${hostname()}`
}

async function sweep(folder: string): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (!found || !isLeftover(name, found.mtimeMs)) continue
    await rm(path, { force: true, recursive: true })
    removed++
  }
  return removed
}

/** Machines may share the folder, but only processes of this machine can be checked. */
function isLeftover(name: string, changedAt: number): boolean {
  const [, pid = '', ...host] = name.split('.')
  if (Date.now() - changedAt > maxAgeMs) return true
  if (host.join('.') !== hostname()) return false
  if (Number(pid) === process.pid) return changedAt < Date.now() - process.uptime() * 1000 - 1000
  return !isRunning(Number(pid))
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
