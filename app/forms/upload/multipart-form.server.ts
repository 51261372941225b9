import busboy from 'busboy'
import { growingBytes } from '#platform/growing-bytes.ts'
import { fieldsWithin, longestFieldName, maxFieldBytes, maxFields, tooLarge } from './form-fields.server.ts'

const fileField = 'image'
/** At most 70 characters by RFC 2046. */
const boundaryParameter = /;\s*boundary=("?)([\w'()+,./:=? -]{0,69}[\w'()+,./:=?-])\1\s*(?:;|$)/i
/** Of a browser's longest file name, in UTF-8, and the rest of its head. */
const longestHead = 4 * 1024
const mostParts = 40
const mostFiles = 20
const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')
const formEnd = Buffer.from('--')

/** Bytes of the file that is the `file`-th of the form. Those of other fields than `image` are dropped. */
interface FilePiece {
  file: number
  bytes: Uint8Array
}

interface MultipartForm {
  /** Takes the next bytes of the body, and returns those of files. Throws a Response of 413 for what is too large. */
  push(bytes: Uint8Array): FilePiece[]
  /** How many bytes are kept: everything but the content of files. */
  keptBytes(): number
  isComplete(): boolean
  /**
   * Adds the fields that have arrived to `fields`, and returns the names of the files. A file in the place of a text is
   * an empty text.
   */
  read(fields: FormData): string[]
}

/**
 * Separates files from the rest of a form, of which at most `mostKept` bytes are kept until it is read. A parser of
 * unfinished forms would keep twenty times the bytes of some heads as strings. Throws for a `type` without a boundary.
 */
export function openMultipartForm(type: string, mostKept: number): MultipartForm {
  const boundary = boundaryParameter.exec(type)?.[2]
  if (boundary === undefined) throw new Error('no valid boundary')
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const kept = growingBytes(mostKept)
  const keep = (bytes: Uint8Array) => {
    if (!kept.add(bytes)) throw tooLarge()
  }
  // The first delimiter may be at the beginning.
  let rest = lineEnd
  let part: 'text' | 'head' | 'file' | 'other file' | 'ended' = 'text'
  const isEnded = () => part === 'ended'
  let parts = 0
  let files = 0

  function take(length: number): Buffer {
    const taken = rest.subarray(0, length)
    rest = rest.subarray(length)
    return taken
  }

  /** False if it is not complete yet. */
  function takeHead(pieces: FilePiece[]): boolean {
    if (rest.length < formEnd.length) return false
    if (rest.subarray(0, formEnd.length).equals(formEnd)) {
      keep(take(formEnd.length))
      part = 'ended'
      return true
    }
    const end = rest.indexOf(headEnd)
    if (end > longestHead || (end === -1 && rest.length > longestHead)) throw tooLarge()
    if (end === -1) return false
    const head = take(end + headEnd.length)
    keep(head)
    part = kindOf(head.toString('latin1'))
    // Also an empty one is a file.
    if (part === 'file') pieces.push({ file: files++, bytes: new Uint8Array() })
    if (files > mostFiles) throw tooLarge()
    return true
  }

  /** False if its end has not arrived. */
  function takeContent(pieces: FilePiece[]): boolean {
    const end = rest.indexOf(delimiter)
    const content = take(end === -1 ? Math.max(0, rest.length - delimiter.length + 1) : end)
    if (part === 'text') keep(content)
    else if (part === 'file') pieces.push({ file: files - 1, bytes: content })
    if (end === -1) return false
    if (++parts > mostParts) throw tooLarge()
    keep(take(delimiter.length))
    part = 'head'
    return true
  }

  return {
    push(bytes) {
      const pieces: FilePiece[] = []
      if (isEnded()) return pieces
      rest = Buffer.concat([rest, bytes])
      while (part === 'head' ? takeHead(pieces) : !isEnded() && takeContent(pieces));
      // A copy: the piece that it is a part of may be much larger.
      rest = isEnded() ? Buffer.alloc(0) : Buffer.from(Uint8Array.from(rest).buffer)
      return pieces
    },
    keptBytes: kept.length,
    isComplete: isEnded,
    read: (fields) => readParts(kept.bytes(), boundary, fields),
  }
}

/** What a part is by its head. */
function kindOf(head: string): 'text' | 'file' | 'other file' {
  const disposition = /^content-disposition:[^\r\n]*/im.exec(head)?.[0] ?? ''
  const isFile = /;\s*filename\*?\s*=/i.test(disposition)
  if (!isFile && !/^content-type:\s*application\/octet-stream/im.test(head)) return 'text'
  const name = /;\s*name\s*=\s*("?)([^";\r\n]*)\1/i.exec(disposition)?.[2]
  return name?.trim() === fileField ? 'file' : 'other file'
}

/** Reads a form whose files are empty, as far as it came. Throws for what is no form. */
function readParts(form: Buffer, boundary: string, fields: FormData): string[] {
  const names: string[] = []
  const add = fieldsWithin(fields)
  let failure: unknown
  const parser = busboy({
    // With the checked boundary alone.
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    defParamCharset: 'utf8',
    // One more than is accepted, since the parser ends some forms at its limit without an event.
    limits: {
      fieldNameSize: longestFieldName,
      fieldSize: maxFieldBytes + 1,
      fields: maxFields + 1,
      files: mostFiles,
      parts: mostParts,
    },
  })
  const fail = (error: unknown) => {
    failure ??= error
  }
  const addOrFail = (name: string | undefined, value: string | undefined) => {
    try {
      add(name ?? '', value ?? '')
    } catch (error) {
      fail(error)
    }
  }
  parser.on('error', fail)
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const)
    parser.on(limit, () => fail(tooLarge()))
  // A value is undefined if its charset is not known.
  parser.on('field', (name, value: string | undefined, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) fail(tooLarge())
    else addOrFail(name, value)
  })
  parser.on('file', (field, stream, { filename }) => {
    stream.on('error', () => undefined)
    stream.resume()
    if (field === fileField) names.push(filename ?? '')
    else addOrFail(field, '')
  })
  // Its events come before it returns. Not ended: it waits for the end of a head that was cut off.
  parser.write(form)
  parser.destroy()
  if (failure) throw failure
  return names
}
