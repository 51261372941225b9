import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import busboy from 'busboy'
import {
  imageRules,
  type Purpose,
  tooLargeMessage,
  uploadCutMessage,
  uploadFailedMessage,
} from '#domain/media/rules.ts'
import type { UploadFolder } from '#platform/files/upload-folder.server.ts'
import { clientAddress, customerOf } from '#platform/http/client-address.ts'
import { isMultipart, isRequestBodyError } from '#platform/http/request-body.server.ts'
import { type Refusal, refused } from '#platform/outcome.ts'

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
  signal?: AbortSignal
}

const kilobyte = 1024
// A form whose file is too large is read up to here, so that its text can be shown again.
const maxBody = 25 * kilobyte * kilobyte
/** Its bytes are kept until its end. The texts of a valid form take up to 160 KB. */
const maxPlainBody = 256 * kilobyte
const maxFieldBytes = 64 * kilobyte
const limits = {
  fieldNameSize: 200,
  fieldSize: maxFieldBytes + 1,
  // One more than is accepted, since the parser ends some forms at its limit without an event.
  fields: 31,
  files: 20,
  parts: 40,
}
const maxFields = 30
/** Further characters of a file's name are cut off: a head may have 16 KB of them, and up to 20 are kept. */
const longestFileName = 255
/** Of all fields, in UTF-16 units of two bytes of the heap: three times what a valid form has. */
const maxTextLength = 64 * kilobyte
/** How long the parser may take after the last byte; it has written all but the last 64 KB by then. */
const parserEndMs = 3_000
/** How long the text of a form is awaited whose file is refused because too many uploads are in progress. */
const refusedMs = 10_000
/**
 * Multipart forms of a member, or of those of an address who may not upload now, that are read at the same time: what the
 * parser keeps of the head of a part may take twenty times its bytes. A browser sends one or two.
 */
const mostRead = 10
const reading = new Map<string, number>()
/** How much of a form is read that comes too often, or beside too many other uploads of its client. */
const maxRefusedBytes = 64 * kilobyte
/**
 * The parser goes on to the end of a piece after a limit, and empty parts cost a hundred times as much as text. A piece
 * without a boundary holds no parts.
 */
const parsedAtOnce = 4 * kilobyte
const plainAtOnce = 64 * kilobyte
const fileField = 'image'
/** At most 70 characters by RFC 2046. */
const boundary = /;\s*boundary=("?)([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])\1\s*(?:;|$)/i
const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i

/**
 * Reads a form with at most one file, `image`, into a temporary file that exists until `work` has ended. Of a form
 * without a `client`, who may not upload now, and of a client with too many uploads only the first 64 KB are read, and
 * nothing of the eleventh at once. While too many uploads are in progress the file is dropped and refused as busy, with
 * the text fields kept that arrive within 10 s and twice the size limit of the file.
 */
export async function withUpload<Result>(
  request: Request,
  { uploads, client, purpose }: { uploads: UploadFolder; client: string | null; purpose: Purpose },
  work: (upload: ParsedUpload) => Promise<Result>,
): Promise<Result> {
  const address = customerOf(clientAddress(request))
  const isCounted = isMultipart(request.headers.get('content-type'))
  const sender = client ?? address
  if (isCounted && (reading.get(sender) ?? 0) >= mostRead)
    return work({ fields: new FormData(), refusal: busy(purpose, false), unreadable: true })
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
  if (isCounted) countReading(sender, 1)
  try {
    const receiving = place
      ? { path: place.path, onBytes: place.receive, signal: place.signal }
      : { onBytes: countRefused, signal: late.signal }
    const upload = await parseUpload(request, { maxFileBytes, ...receiving }).finally(() => {
      if (isCounted) countReading(sender, -1)
    })
    clearTimeout(deadline)
    place?.complete()
    if (upload.file) upload.address = address
    if (upload.file) upload.signal = place ? AbortSignal.any([request.signal, place.signal]) : request.signal
    if (upload.refusal?.code === 'busy') upload.refusal = busy(purpose, place !== null)
    return await work(upload)
  } finally {
    clearTimeout(deadline)
    await place?.release()
  }
}

function countReading(sender: string, change: 1 | -1): void {
  const forms = (reading.get(sender) ?? 0) + change
  if (forms > 0) reading.set(sender, forms)
  else reading.delete(sender)
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
  const most = isMultipart(type) ? maxBody : maxPlainBody
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
  const fields = new FormData()
  try {
    const limited = { most, fields, ...options }
    return await (isMultipart(type) ? readForm(request, type, limited) : readPlainForm(request, limited))
  } catch (error) {
    if (error instanceof Response) throw error
    // The text that arrived before a body was cut off at its limit is kept.
    const isEnded = options.signal?.aborted === true
    const kept = isEnded || isRequestBodyError(error) ? fields : new FormData()
    const refusal = refused(isEnded ? 'busy' : 'invalid', uploadCutMessage)
    return { fields: kept, refusal, unreadable: true }
  }
}

/** The type with its checked boundary alone, so that the parser cannot read another one out of the header. */
function parsedType(type: string): string {
  return `multipart/form-data; boundary="${boundaryOf(type)}"`
}

function boundaryOf(type: string): string {
  const value = boundary.exec(type)?.[2]
  if (value === undefined) throw new Error('no valid boundary')
  return value
}

export const repeatedFieldMessage = 'This form has a field more than once'

/** Whether a form has a field that is not `known`, or one twice that is not in `lists`. */
export function hasOtherFields(
  fields: FormData,
  known: readonly string[],
  lists: readonly string[] = [],
): boolean {
  const names = [...fields.keys()].filter((name) => !lists.includes(name))
  return new Set(names).size < names.length || names.some((name) => !known.includes(name))
}

/** True for a form that names a field twice: no form of ours does, and it is undefined which one counts. */
export function hasRepeatedFields(fields: FormData): boolean {
  return new Set(fields.keys()).size < [...fields.keys()].length
}

function tooLarge(): Response {
  return new Response('Content Too Large', { status: 413 })
}

/** Adds fields to `fields`. Throws for what is too large. */
function fieldsWithin(fields: FormData) {
  let count = 0
  let length = 0
  return function add(name: string, value: string): void {
    length += value.length
    const isTooLong = name.length > limits.fieldNameSize || Buffer.byteLength(value) > maxFieldBytes
    if (isTooLong || length > maxTextLength || ++count > maxFields) throw tooLarge()
    if (name) fields.append(name, value)
  }
}

/**
 * Parses an urlencoded form at its end. The parser of multipart forms has one for these too, which keeps a string for each
 * character until a field ends: 64 KB take 1.6 MB.
 */
async function readPlainForm(
  request: Request,
  { most, fields, onBytes, signal }: UploadOptions & { most: number; fields: FormData },
): Promise<ParsedUpload> {
  const pieces: Uint8Array[] = []
  const ended = Promise.withResolvers<never>()
  ended.promise.catch(() => undefined)
  signal?.addEventListener('abort', () => ended.reject(signal.reason))
  let total = 0
  const reader = request.body?.getReader()
  try {
    for (;;) {
      const next = await Promise.race([reader?.read(), ended.promise])
      if (!next?.value) break
      total += next.value.byteLength
      onBytes?.(next.value.byteLength)
      if (total > most) throw tooLarge()
      pieces.push(next.value)
    }
  } catch (error) {
    // Without the last field, which was cut off.
    const text = Buffer.concat(pieces).toString()
    addPlainFields(text.slice(0, Math.max(0, text.lastIndexOf('&'))), fields)
    throw error
  }
  addPlainFields(Buffer.concat(pieces).toString(), fields)
  return { fields }
}

function addPlainFields(text: string, fields: FormData): void {
  // One more, since an empty one may follow.
  if (text.split('&', maxFields + 2).length > maxFields + 1) throw tooLarge()
  const add = fieldsWithin(fields)
  for (const [name, value] of new URLSearchParams(text)) add(name, value)
}

async function readForm(
  request: Request,
  type: string,
  { most, fields, ...options }: UploadOptions & { most: number; fields: FormData },
): Promise<ParsedUpload> {
  const files: Promise<FileResult>[] = []
  const streams: Readable[] = []
  const failed = Promise.withResolvers<never>()
  // Reported by every wait below; a failure after the last one concerns no one.
  failed.promise.catch(() => undefined)
  options.signal?.addEventListener('abort', () => failed.reject(options.signal?.reason))

  const parser = busboy({ headers: { 'content-type': parsedType(type) }, defParamCharset: 'utf8', limits })
  parser.on('error', failed.reject)
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () => failed.reject(tooLarge()))
  }
  const add = fieldsWithin(fields)
  const addOrFail = (name: string, value: string) => {
    try {
      add(name, value)
    } catch (error) {
      failed.reject(error)
    }
  }
  // A value is undefined if its charset is not known.
  parser.on('field', (name, value: string | undefined, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) return failed.reject(tooLarge())
    addOrFail(name ?? '', value ?? '')
  })
  parser.on('file', (field, stream, { filename: name }) => {
    streams.push(stream)
    stream.on('error', failed.reject)
    if (field !== fileField) {
      addOrFail(field ?? '', '')
      stream.resume()
      return
    }
    const file = receiveFile(
      stream,
      (name ?? '').slice(0, longestFileName),
      files.length === 0 ? options : { maxFileBytes: 0 },
    )
    file.catch(failed.reject)
    files.push(file)
  })

  try {
    const separator = Buffer.from(`--${boundaryOf(type)}`)
    await write(request, parser, { most, separator, onBytes: options.onBytes, failed: failed.promise })
    const received = await Promise.race([Promise.all(files), failed.promise])
    return { fields, ...outcomeOf(received, options) }
  } finally {
    for (const stream of streams) stream.destroy()
    await Promise.allSettled(files)
  }
}

interface WriteOptions {
  most: number
  /** Between the parts. */
  separator: Buffer
  onBytes: UploadOptions['onBytes']
  failed: Promise<never>
}

async function write(
  request: Request,
  parser: Writable,
  { most, separator, onBytes, failed }: WriteOptions,
): Promise<void> {
  let total = 0
  // Not cancelled on a failure: that would end the connection before the response is sent.
  const reader = request.body?.getReader()
  for (;;) {
    const reading = reader?.read()
    const next = await Promise.race([reading, failed])
    if (!next?.value) break
    total += next.value.byteLength
    onBytes?.(next.value.byteLength)
    if (total > most) throw tooLarge()
    const atOnce = hasNoParts(next.value, separator) ? plainAtOnce : parsedAtOnce
    for (let start = 0; start < next.value.byteLength; start += atOnce) {
      const piece = next.value.subarray(start, start + atOnce)
      // One piece at a time: what the parser throws on a piece that waits in its buffer would end the process.
      await Promise.race([new Promise<unknown>((done) => parser.write(piece, done)), failed])
    }
  }
  const finished = once(parser, 'finish')
  parser.end()
  // The parser ends without an event where the head of the last part is cut off.
  const deadline = new AbortController()
  const silent = sleep(parserEndMs, undefined, { signal: deadline.signal }).then(() => {
    throw new Error('the form has no end')
  })
  try {
    await Promise.race([finished, failed, silent])
  } finally {
    deadline.abort()
    silent.catch(() => undefined)
  }
}

function hasNoParts(bytes: Uint8Array, separator: Buffer): boolean {
  return !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(separator)
}

interface FileResult extends UploadedFile {
  /** False for a file that was dropped, or could not be written completely. */
  written: boolean
}

// A file that is not kept is still read to its end: the text fields may come after it.
async function receiveFile(
  stream: Readable,
  name: string,
  { maxFileBytes, path = '' }: UploadOptions,
): Promise<FileResult> {
  const file = path ? await open(path, 'wx', 0o600).catch(() => null) : null
  let written = file !== null
  let size = 0
  try {
    for await (const chunk of stream) {
      size += chunk.length
      if (!file || !written || size >= maxFileBytes) continue
      // Unlike write, which may write a part where the disk is almost full.
      await file.appendFile(chunk).catch(() => {
        written = false
      })
    }
  } finally {
    await file?.close()
  }
  return { name, path, size, written }
}

function outcomeOf(
  received: FileResult[],
  { maxFileBytes }: UploadOptions,
): Pick<ParsedUpload, 'file' | 'refusal'> {
  // A file input that was left empty is sent as a file without a name and without content.
  const [chosen, second] = received.filter(({ name, size }) => size > 0 || name !== '')
  if (second) return { refusal: refused('invalid', 'Please choose one image only') }
  if (!chosen) return {}
  const { name, path, size, written } = chosen
  if (size >= maxFileBytes) return { refusal: refused('invalid', tooLargeMessage(maxFileBytes)) }
  return written ? { file: { name, path, size } } : { refusal: refused('busy', uploadCutMessage) }
}
