import { once } from 'node:events'
import busboy from 'busboy'
import { isAnimation } from '#domain/media/file-kind.ts'
import {
  animationNotice,
  busyReason,
  imageRules,
  type Purpose,
  tooLargeMessage,
  uploadCutMessage,
  uploadFailedMessage,
} from '#domain/media/rules.ts'
import { type Refusal, refused } from '#platform/outcome.ts'
import {
  fieldsWithin,
  formType,
  longestFieldName,
  maxFields,
  maxFormBytes,
  tooLarge,
} from './form-fields.server.ts'

export interface ParsedUpload {
  fields: FormData
  file?: Uint8Array
  refusal?: Refusal
  /** Cut off while it was sent, or not a form: none of it can be used. */
  unreadable?: true
}

interface FileRule {
  purpose: Purpose
  /** False: its file is read and refused as busy. */
  keepsFile: boolean
}

const fileField = 'image'
/** With a boundary of 70 characters, which is the longest. The parser does not end with some longer ones. */
const longestType = 150

/**
 * Reads a form with at most one file, `image`, of which the server lets at most 25 MB through; a file in the place of a
 * text is an empty text. Throws a Response: 413 for too many or too long texts (64 KB in a field, 65,536 characters in
 * all, 30 fields), 415 for what is no form.
 */
export async function parseUpload(request: Request, rule: FileRule): Promise<ParsedUpload> {
  const type = formType(request)
  const { limit } = imageRules[rule.purpose]
  const length = Number(request.headers.get('content-length') ?? limit)
  const mostOfFile = rule.keepsFile ? Math.min(length, limit) : 0
  const fields = new FormData()
  const files: ReceivedFile[] = []
  try {
    await readForm(request, type, {
      onText: fieldsWithin(fields),
      onFile(isNamed) {
        const file = receivedFile(isNamed, files.length === 0 ? mostOfFile : 0)
        files.push(file)
        return file
      },
    })
  } catch (error) {
    if (error instanceof Response) throw error
    return { fields: new FormData(), refusal: refused('invalid', uploadCutMessage), unreadable: true }
  }
  return { fields, ...outcomeOf(files, rule.purpose) }
}

/** What the sender of a file that is stored needs to know of it. */
export function noticeOf({ file }: ParsedUpload): string | undefined {
  return file && isAnimation(file) ? animationNotice : undefined
}

interface FormReader {
  onText(name: string, value: string): void
  onFile(isNamed: boolean): { write(bytes: Buffer): void }
}

/** Passes the parts of a form on. Rejects with the first error, of the parser or of a part. */
async function readForm(request: Request, type: string, { onText, onFile }: FormReader): Promise<void> {
  if (type.length > longestType) throw new Error('no valid boundary')
  const parser = busboy({
    headers: { 'content-type': type },
    defParamCharset: 'utf8',
    // One more than is accepted, since the parser ends some forms at its limit without an event.
    limits: {
      fieldNameSize: longestFieldName,
      fieldSize: maxFormBytes + 1,
      fields: maxFields + 1,
      files: 20,
      parts: 40,
    },
  })
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  const check = (step: () => void) => {
    try {
      step()
    } catch (error) {
      failed.reject(error)
    }
  }
  parser.on('error', failed.reject)
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => failed.reject(tooLarge()))
  // A value is undefined if its charset is not known.
  parser.on('field', (name, value: string | undefined, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) failed.reject(tooLarge())
    else check(() => onText(name ?? '', value ?? ''))
  })
  parser.on('file', (field, stream, { filename }) => {
    stream.on('error', failed.reject)
    if (field !== fileField) {
      check(() => onText(field ?? '', ''))
      return stream.resume()
    }
    const file = onFile(Boolean(filename))
    return stream.on('data', (bytes: Buffer) => file.write(bytes))
  })
  const closed = once(parser, 'close')
  closed.catch(() => undefined)
  await Promise.race([failed.promise, writeBody(request, parser).then(() => closed)])
}

/** Not cancelled on a failure: that would end the connection before the response is sent. */
async function writeBody(request: Request, parser: busboy.Busboy): Promise<void> {
  const reader = request.body?.getReader()
  for (;;) {
    const { value } = (await reader?.read()) ?? {}
    if (!value) break
    if (!parser.write(value)) await once(parser, 'drain')
  }
  parser.end()
}

interface ReceivedFile {
  isNamed: boolean
  size: number
  /** Undefined for a file that is not kept: it is still read to its end, since text fields may follow. */
  bytes: Buffer | undefined
  write(part: Buffer): void
}

/** A file of less than `limit` bytes, collected in one piece: joining pieces would take its memory twice. */
function receivedFile(isNamed: boolean, limit: number): ReceivedFile {
  return {
    isNamed,
    size: 0,
    bytes: limit > 0 ? Buffer.allocUnsafeSlow(limit) : undefined,
    write(part) {
      const start = this.size
      this.size += part.byteLength
      if (this.bytes && this.size <= limit) part.copy(this.bytes, start)
      else this.bytes = undefined
    },
  }
}

function outcomeOf(files: ReceivedFile[], purpose: Purpose): Pick<ParsedUpload, 'file' | 'refusal'> {
  // A file input that was left empty is sent as a file without a name and without content.
  const [chosen, second] = files.filter(({ isNamed, size }) => size > 0 || isNamed)
  if (second) return { refusal: refused('invalid', 'Please choose one image only') }
  if (!chosen) return {}
  const { size, bytes } = chosen
  const { limit } = imageRules[purpose]
  if (size >= limit) return { refusal: refused('invalid', tooLargeMessage(limit)) }
  if (!bytes) return { refusal: refused('busy', uploadFailedMessage(purpose, busyReason)) }
  return { file: bytes.subarray(0, size) }
}
