import { type FileHandle, open } from 'node:fs/promises'
import type { Services } from '#app/context.ts'
import {
  imageRules,
  type Purpose,
  tooLargeMessage,
  uploadCutMessage,
  uploadFailedMessage,
} from '#domain/media/rules.ts'
import { growingBytes } from '#platform/growing-bytes.ts'
import { clientAddress, customerOf } from '#platform/http/client-address.ts'
import { isMultipart, isRequestBodyError } from '#platform/http/request-body.server.ts'
import { interruptible } from '#platform/interruptible.ts'
import { type Refusal, refused } from '#platform/outcome.ts'
import { QueueFull } from '#platform/queue.ts'
import { fieldsWithin, maxFields, tooLarge } from './form-fields.server.ts'
import { openMultipartForm } from './multipart-form.server.ts'

interface UploadedFile {
  /** The name that the browser gave; to be shown, never to be trusted. */
  name: string
  path: string
  /** In bytes. */
  size: number
}

export interface ParsedUpload {
  fields: FormData
  file?: UploadedFile
  /** Why the file or the whole form was not accepted. */
  refusal?: Refusal
  /** Cut off while it was sent, or not a form: none of it can be used. */
  unreadable?: true
  /** Of the client; set with a file. */
  address?: string
  /** Set with a file; aborted when the client is gone, or its place is given to another upload. */
  signal?: AbortSignal
}

interface UploadOptions {
  /** A file must be smaller than this; 0 refuses every file. */
  maxFileBytes: number
  /** Where the file is written. Without a path it is read and dropped. */
  path?: string
  /** Called with the size of each part of the body that arrives. */
  onBytes?: (bytes: number) => void
  /** Called with how many further bytes of the body are kept until its end. */
  onKept?: ((bytes: number) => void) | undefined
  /** Awaited once the body has come, or has been cut off, before it is parsed. */
  onReceived?: () => Promise<void>
  signal?: AbortSignal
}

const kilobyte = 1024
// A form whose file is too large is read up to here, so that its text can be shown again.
const maxBody = 25 * kilobyte * kilobyte
/** Of a form without its file, until it has ended. The texts of a valid form take up to 160 KB. */
const maxKept = 256 * kilobyte
/** Further characters of a file's name are cut off. */
const longestFileName = 255
/** How long the text of a form is awaited whose file is refused because too many uploads are in progress. */
const refusedMs = 10_000
/** How much of a form is read that comes too often, or beside too many other uploads of its client. */
const maxRefusedBytes = 64 * kilobyte
const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i

interface UploadSource extends Pick<Services, 'uploads' | 'keepBody' | 'enterQueue'> {
  client: string | null
  purpose: Purpose
}

/**
 * Reads a form with at most one file, `image`, into a temporary file that exists until `work` has ended. Of a form
 * without a `client`, who may not upload now, and of a client with too many uploads only the first 64 KB are read. While
 * too many uploads are in progress the file is dropped and refused as busy, with the text fields kept that arrive within
 * 10 s and twice the size limit of the file. Throws QueueFull if too many uploads wait for their turn.
 */
export async function withUpload<Result>(
  request: Request,
  { uploads, keepBody, enterQueue, client, purpose }: UploadSource,
  work: (upload: ParsedUpload) => Promise<Result>,
): Promise<Result> {
  const address = customerOf(clientAddress(request))
  const isFull = client !== null && uploads.isFull(client)
  const place = client === null || isFull ? null : uploads.admit(client, address)
  const late = new AbortController()
  const deadline = place ? undefined : setTimeout(() => late.abort(), refusedMs)
  const maxFileBytes = client === null ? 0 : imageRules[purpose].limit
  const maxReceived = client === null || isFull ? maxRefusedBytes : 2 * maxFileBytes
  let received = 0
  const countRefused = (bytes: number) => {
    received += bytes
    if (received > maxReceived) late.abort()
  }
  try {
    const receiving = place
      ? { path: place.path, onBytes: place.receive, signal: place.signal }
      : { onBytes: countRefused, signal: late.signal }
    const onReceived = async () => {
      clearTimeout(deadline)
      place?.complete()
      if (enterQueue && !(await enterQueue())) throw new QueueFull()
    }
    const upload = await parseUpload(request, { maxFileBytes, onKept: keepBody, onReceived, ...receiving })
    if (upload.file) upload.address = address
    if (upload.file) upload.signal = place ? AbortSignal.any([request.signal, place.signal]) : request.signal
    if (upload.refusal?.code === 'busy') upload.refusal = busy(purpose, place !== null)
    return await work(upload)
  } finally {
    clearTimeout(deadline)
    await place?.release()
  }
}

function busy(purpose: Purpose, admitted: boolean): Refusal {
  const reason = admitted
    ? 'it could not be saved, please try again later'
    : 'the dojo is busy, please try again in a moment'
  return refused('busy', uploadFailedMessage(purpose, reason))
}

/**
 * Reads a form; a file in the place of a text is an empty text. Throws a Response: 413 for what is too large to be a
 * form (64 KB in a field, 65,536 characters in all, 30 fields), 415 for what is no form.
 */
export async function parseUpload(request: Request, options: UploadOptions): Promise<ParsedUpload> {
  const type = request.headers.get('content-type') ?? ''
  if (!formTypes.test(type)) throw new Response('Unsupported Media Type', { status: 415 })
  const most = isMultipart(type) ? maxBody : maxKept
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
  const fields = new FormData()
  try {
    const limited = { most, fields, ...options }
    return await (isMultipart(type)
      ? readMultipartForm(request, type, limited)
      : readPlainForm(request, limited))
  } catch (error) {
    if (error instanceof Response || error instanceof QueueFull) throw error
    // The text that arrived before a body was cut off at its limit is kept.
    const isEnded = options.signal?.aborted === true
    const kept = isEnded || isRequestBodyError(error) ? fields : new FormData()
    const refusal = refused(isEnded ? 'busy' : 'invalid', uploadCutMessage)
    return { fields: kept, refusal, unreadable: true }
  }
}

/** Parses an urlencoded form at its end, or as far as it came. */
async function readPlainForm(
  request: Request,
  { fields, ...options }: UploadOptions & { most: number; fields: FormData },
): Promise<ParsedUpload> {
  const form = growingBytes(options.most)
  const failure = await failureOf(receive(request, options, form.add))
  await options.onReceived?.()
  const text = form.bytes().toString()
  // Without the last field if it was cut off.
  addPlainFields(failure ? text.slice(0, Math.max(0, text.lastIndexOf('&'))) : text, fields)
  if (failure) throw failure
  return { fields }
}

/** What it fails with; undefined once it has succeeded. A response is thrown on. */
async function failureOf(work: Promise<void>): Promise<unknown> {
  try {
    await work
    return undefined
  } catch (error) {
    if (error instanceof Response) throw error
    return error
  }
}

function addPlainFields(text: string, fields: FormData): void {
  // One more, since an empty one may follow.
  if (text.split('&', maxFields + 2).length > maxFields + 1) throw tooLarge()
  const add = fieldsWithin(fields)
  for (const [name, value] of new URLSearchParams(text)) add(name, value)
}

async function readMultipartForm(
  request: Request,
  type: string,
  { fields, onKept, ...options }: UploadOptions & { most: number; fields: FormData },
): Promise<ParsedUpload> {
  const form = openMultipartForm(type, maxKept)
  const files: ReceivedFile[] = []
  async function take(bytes: Uint8Array): Promise<void> {
    const keptBefore = form.keptBytes()
    const pieces = form.push(bytes)
    onKept?.(form.keptBytes() - keptBefore)
    for (const piece of pieces) {
      const file = files[piece.file] ?? (await openFile(piece.file === 0 ? options : { maxFileBytes: 0 }))
      files[piece.file] = file
      await file.write(piece.bytes)
    }
  }
  const closeFiles = () => Promise.all(files.map((file) => file.close()))
  const failure = await failureOf(receive(request, options, take).finally(closeFiles))
  await options.onReceived?.()
  const names = form.read(fields)
  if (failure) throw failure
  if (!form.isComplete()) throw new Error('the form has no end')
  // By the rules of the parser another part is the file.
  if (names.length !== files.length) throw new Error('the form has odd files')
  const received = names.map((name, place) => ({
    name: name.slice(0, longestFileName),
    ...(files[place]?.received ?? { size: 0, isWritten: false }),
  }))
  return { fields, ...outcomeOf(received, options) }
}

/** Passes the body on. Throws the reason of an abort, and a Response of 413 for more than `most` bytes. */
async function receive(
  request: Request,
  { most, onBytes, signal }: Pick<UploadOptions, 'onBytes' | 'signal'> & { most: number },
  take: (bytes: Uint8Array) => unknown,
): Promise<void> {
  const { wait, interrupt } = interruptible()
  signal?.addEventListener('abort', () => interrupt(signal.reason))
  let total = 0
  // Not cancelled on a failure: that would end the connection before the response is sent.
  const reader = request.body?.getReader()
  if (!reader) return
  for (;;) {
    const { value: bytes } = await wait(reader.read())
    if (!bytes) return
    total += bytes.byteLength
    onBytes?.(bytes.byteLength)
    if (total > most) throw tooLarge()
    await take(bytes)
  }
}

interface ReceivedFile {
  received: {
    size: number
    /** False for a file that was dropped, or could not be written completely. */
    isWritten: boolean
  }
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** A file that is not kept is still read to its end: the text fields may come after it. */
async function openFile({
  maxFileBytes,
  path,
}: Pick<UploadOptions, 'maxFileBytes' | 'path'>): Promise<ReceivedFile> {
  const file: FileHandle | null = path ? await open(path, 'wx', 0o600).catch(() => null) : null
  const received = { size: 0, isWritten: file !== null }
  return {
    received,
    async write(bytes) {
      received.size += bytes.byteLength
      if (!file || !received.isWritten || received.size >= maxFileBytes) return
      // Unlike write, which may write a part where the disk is almost full.
      await file.appendFile(bytes).catch(() => {
        received.isWritten = false
      })
    },
    close: async () => file?.close(),
  }
}

function outcomeOf(
  received: { name: string; size: number; isWritten: boolean }[],
  { maxFileBytes, path = '' }: UploadOptions,
): Pick<ParsedUpload, 'file' | 'refusal'> {
  // A file input that was left empty is sent as a file without a name and without content.
  const [chosen, second] = received.filter(({ name, size }) => size > 0 || name !== '')
  if (second) return { refusal: refused('invalid', 'Please choose one image only') }
  if (!chosen) return {}
  const { name, size, isWritten } = chosen
  if (size >= maxFileBytes) return { refusal: refused('invalid', tooLargeMessage(maxFileBytes)) }
  return isWritten ? { file: { name, path, size } } : { refusal: refused('busy', uploadCutMessage) }
}
