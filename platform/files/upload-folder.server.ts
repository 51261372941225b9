import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

export interface UploadFolder {
  /**
   * A place for one upload; null while too many are in progress in total, for this `client` or from this `address`.
   * The slowest upload loses its place to a new one if it has been slow for long (sooner when no place is left), or if
   * no place is left and its client or address holds more places than the new one's. Otherwise the upload whose client
   * and address have held places for longest while none was left, this one included, loses its place. Among the clients
   * of an address that has no place left it is the same. Received uploads count for their client only: the queue of
   * decoding limits them in total, and in it others give way. Beyond the bytes of all uploads the client gives way that
   * sends the most, with its oldest.
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
  /** Of the files of all uploads. */
  bytes: number
}

interface Owner {
  client: string
  address: string
}

interface Upload extends Owner {
  begun: number
  bytes: number
  complete: boolean
  /** Milliseconds until it was received in which there was no place for others, in all or of its address. */
  heldMs: number
  cutOff: AbortController
}

/**
 * More places of an address than 100 members can hold, and in all more than 300: of few, many tiny uploads took all for a
 * moment, and others gave way.
 */
const uploadLimits: UploadLimits = { inAll: 1_000, perClient: 3, perAddress: 300, bytes: 1024 ** 3 }
/** An upload below this average may lose its place, but not at its beginning. */
const slowAlways = { bytesPerSecond: 8 * 1024, beginningMs: 10_000 }
/** The same while no place is left: otherwise many members who upload slowly shut out all others. */
const slowWhenFull = { bytesPerSecond: 32 * 1024, beginningMs: 3_000 }
/** A client and address that have held places for longer while none was left, for earlier uploads and this one, give way. */
const longMs = 30_000
/** Who holds so many more places gives way: at once, or after a time without a place for others. */
const morePlaces = { always: 8, lasting: 2 }
const lastingMs = 10_000
const rememberedMs = 600_000
// Longer than any request, for files of processes on other machines.
const maxAgeMs = 3_600_000

/** Opens the folder, creates it if missing, and removes files of ended processes. */
export async function openUploadFolder(
  folder: string,
  ownLimits: Partial<UploadLimits> = {},
  now = () => performance.now(),
): Promise<UploadFolder> {
  const limits = { ...uploadLimits, ...ownLimits }
  await mkdir(folder, { recursive: true })
  let stored = 0
  const inProgress = new Set<Upload>()
  const held = { client: openHistory(), address: openHistory() }
  let countedAt = now()

  function admit(client: string, address: string): UploadPlace | null {
    countTime()
    if (!makeRoom({ client, address })) return null
    const cutOff = new AbortController()
    const upload: Upload = { client, address, begun: now(), bytes: 0, complete: false, heldMs: 0, cutOff }
    inProgress.add(upload)
    const path = join(folder, newName())
    return {
      path,
      signal: cutOff.signal,
      receive(bytes) {
        if (!inProgress.has(upload)) return
        upload.bytes += bytes
        stored += bytes
        while (stored > limits.bytes && endOfLargest());
      },
      complete() {
        countTime()
        upload.complete = true
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
      const isFreed =
        endSlowest(slow(ofAddress)) ||
        endSlowest(largestShare(ofAddress, own, ['client'], morePlaces.lasting)) ||
        endSlowest(longest(ofAddress, (upload) => excessOf('client', upload, own)))
      return isFreed && makeRoom(own)
    }
    if (unfinished.length < limits.inAll) return true
    const lasting = unfinished.filter(({ heldMs }) => heldMs >= lastingMs)
    return (
      endSlowest(slow(unfinished, slowWhenFull)) ||
      endSlowest(largestShare(unfinished, own, ['client', 'address'], morePlaces.always)) ||
      endSlowest(largestShare(lasting, own, ['client', 'address'], morePlaces.lasting)) ||
      endSlowest(longest(unfinished, (upload) => excess(upload, own)))
    )
  }

  /** Adds the time since the last change to the uploads that held a place while others could not get one. */
  function countTime(): void {
    const ms = now() - countedAt
    countedAt += ms
    const unfinished = [...inProgress].filter(isUnfinished)
    const places = countBy(unfinished, ({ address }) => address)
    for (const upload of unfinished) {
      const isAddressFull = (places.get(upload.address) ?? 0) >= limits.perAddress
      if (isAddressFull || unfinished.length >= limits.inAll) upload.heldMs += ms
    }
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

  /** Those of `uploads` whose client or address holds most places, if those are at least `more` than here. */
  function largestShare(uploads: Upload[], own: Owner, owners: (keyof Owner)[], more: number): Upload[] {
    const unfinished = [...inProgress].filter(isUnfinished)
    const counts = owners.map((owner) => ({ owner, places: countBy(unfinished, (upload) => upload[owner]) }))
    const share = (upload: Owner) =>
      Math.max(...counts.map(({ owner, places }) => places.get(upload[owner]) ?? 0))
    const most = Math.max(share(own) + more, ...uploads.map(share))
    return uploads.filter((upload) => share(upload) === most)
  }

  function endSlowest(uploads: Upload[]): boolean {
    const [slowest] = uploads.toSorted((one, other) => rate(one) - rate(other))
    if (slowest) end(slowest)
    return slowest !== undefined
  }

  /** The oldest upload of the client whose uploads that are still sent have most bytes. */
  function endOfLargest(): boolean {
    const unfinished = [...inProgress].filter(isUnfinished)
    const bytes = new Map<string, number>()
    for (const upload of unfinished) bytes.set(upload.client, (bytes.get(upload.client) ?? 0) + upload.bytes)
    const most = Math.max(...bytes.values())
    const oldest = unfinished.find(({ client }) => bytes.get(client) === most)
    if (oldest) end(oldest)
    return oldest !== undefined
  }

  function end(upload: Upload): void {
    remove(upload)
    upload.cutOff.abort()
  }

  function remove(upload: Upload): void {
    countTime()
    if (!inProgress.delete(upload)) return
    stored -= upload.bytes
    held.client.add(upload.client, upload.heldMs, now())
    held.address.add(upload.address, upload.heldMs, now())
  }

  /** Those of `uploads` with the most excess, if that is long. */
  function longest(uploads: Upload[], excessOfUpload: (upload: Upload) => number): Upload[] {
    const excesses = uploads.map((upload) => ({ upload, ms: excessOfUpload(upload) }))
    const most = Math.max(longMs, ...excesses.map(({ ms }) => ms))
    return excesses.filter(({ ms }) => ms === most).map(({ upload }) => upload)
  }

  /** How much longer its client or address has held places than the one of a new upload. */
  function excessOf(owner: keyof Owner, upload: Upload, own: Owner): number {
    const time = now()
    return held[owner].of(upload[owner], time) + upload.heldMs - held[owner].of(own[owner], time)
  }

  /** By both, so that a new account is not enough; an address with much time gives way whatever its accounts. */
  function excess(upload: Upload, own: Owner): number {
    const [byClient, byAddress] = [excessOf('client', upload, own), excessOf('address', upload, own)]
    return Math.max(Math.min(byClient, byAddress), byAddress - longMs)
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
