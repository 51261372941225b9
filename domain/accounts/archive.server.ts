import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { openImage } from '#domain/media/files.server.ts'
import type { Config } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Logger } from '#platform/log/log.server.ts'
import { type ExportedList, exportedImages, exportedLists } from './export.server.ts'

interface ArchiveSource {
  db: Pick<Database, 'connect'>
  files: FileStore
  config: Pick<Config, 'publicUrl' | 'productName'>
  log: Logger
}

/**
 * A zip file of everything stored about a member: JSON files and images. The parts are opened one after the other while
 * the file is read, so that memory does not grow with them. A part that fails destroys the stream, so that an
 * incomplete archive cannot pass for a complete one. Rejects if `signal` aborts before the first part is opened.
 */
export async function openArchive(
  source: ArchiveSource,
  memberId: string,
  signal: AbortSignal,
): Promise<Readable> {
  const { config, log } = source
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  const reading = new AbortController()
  output.once('close', () => reading.abort())
  if (signal.aborted) reading.abort()
  signal.addEventListener('abort', () => output.destroy(), { once: true })
  const fail = (error: Error) => {
    if (!reading.signal.aborted) log.error({ err: error }, 'a download of personal data broke off')
    output.destroy(error)
  }
  archive.on('error', fail)

  function add(name: string, parts: () => AsyncIterable<Uint8Array>, compress = true) {
    archive.addReadStreamLazy(name, { compress }, (give) => {
      const stream = Readable.from(parts(), { signal: reading.signal, objectMode: false })
      stream.once('error', fail)
      give(null, stream)
    })
  }

  const [first, ...others] = exportedLists(memberId, config.publicUrl)
  // Opened before the response begins, so that an outage still gets its status.
  const opened = first && (await first.open(source.db, reading.signal))
  archive.addBuffer(Buffer.from(readme(config.productName)), 'README.txt')
  if (first && opened)
    add(`${first.name}.json`, () => json({ ...first, open: async () => opened }, source.db, reading.signal))
  for (const list of others) add(`${list.name}.json`, () => json(list, source.db, reading.signal))
  addImages(source, memberId, add, reading.signal).then(() => archive.end(), fail)
  return output
}

type Add = (name: string, parts: () => AsyncIterable<Uint8Array>, compress?: boolean) => void

async function addImages(
  source: ArchiveSource,
  memberId: string,
  add: Add,
  signal: AbortSignal,
): Promise<void> {
  const images = await exportedImages(source.db, memberId, signal)
  try {
    for (let batch = await images.next(); batch.length > 0; batch = await images.next()) {
      for (const [id, width] of batch) {
        add(`images/${id}.webp`, () => imageBytes(source, id, width), false)
      }
    }
  } finally {
    await images.close()
  }
}

async function* imageBytes({ files }: ArchiveSource, id: string, width: number): AsyncGenerator<Uint8Array> {
  const image = await openImage(files, id, width)
  if (image) yield* image.stream as AsyncIterable<Uint8Array>
}

/** A JSON array with one element per line. */
async function* json(
  list: ExportedList,
  db: ArchiveSource['db'],
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const rows = await list.open(db, signal)
  try {
    let separator = '[\n'
    for (let batch = await rows.next(); batch.length > 0; batch = await rows.next()) {
      const lines = batch.map(([row]) => JSON.stringify(row)).join(',\n')
      yield Buffer.from(separator + lines)
      separator = ',\n'
    }
    yield Buffer.from(separator === '[\n' ? '[]\n' : '\n]\n')
  } finally {
    await rows.close()
  }
}

function readme(productName: string): string {
  return `Your data at ${productName}

Each .json file is a list. Times are in UTC. Where a challenge hides its votes, they are left out until it is completed. images/ holds the images that you uploaded, in the largest stored size.

profile                         your profile
identities                      the accounts that you sign in with
sessions                        where you are signed in
submissions                     what you submitted to challenges
votes                           what you voted for
vote-withdrawals                how often you withdrew a vote in a challenge
points                          every change of your points
points-adjustments              points and ranks that administrators changed
rank-history                    the ranks that you reached
wins                            the challenges that you won
administrator-actions-about-me  what administrators did about you or your submissions
administrator-actions-by-me     what you did as an administrator
images                          a list of your images

The reasons in points.json:

challenge_submission            you submitted to a challenge
submission_removed              that submission was rejected, deleted or withdrawn, and its points were taken back
vote_cast                       you voted
vote_received                   your submission received a vote
vote_removed                    a vote by you or for your submission was withdrawn, and its points were taken back
challenge_participation         a challenge that you took part in was completed
challenge_win                   your submission won a challenge
challenge_win_revoked           a completed challenge was changed, and the points of its win were taken back
admin_adjustment                an administrator changed your points

Your answer about cookies, the theme and unsent drafts are stored in your browser only. Limits against too many requests
are counted by a one-way fingerprint for a short time and are not part of this file.
`
}
