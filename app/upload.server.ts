import {
  type FileUpload,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  parseFormData,
} from '@remix-run/form-data-parser'
import { tooLargeMessage, uploadCutMessage } from '#domain/media/rules.ts'

export interface UploadedFile {
  /** As the browser calls it; to be shown, never to be trusted. */
  name: string
  bytes: Uint8Array
}

export interface ParsedUpload {
  /** The text fields alone. They are kept when the file is refused. */
  fields: FormData
  file?: UploadedFile
  /** Why the file or the whole form was not accepted. */
  refusal?: string
  /** Cut off on its way, or no form at all: nothing of it arrived. */
  unreadable?: true
}

const megabyte = 1024 * 1024
// What is read of a form whose file is too large, so that its text can be shown again.
const mostRead = 25 * megabyte
const mostText = megabyte
const fileField = 'image'
const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i

/**
 * Reads a form with at most one file, `image`, of less than `maxFileBytes`; a file in the place of a text is an empty
 * text. What is too large to be a form at all is answered with 413, and what is no form with 415, by throwing that
 * Response.
 */
export async function parseUpload(
  request: Request,
  { maxFileBytes }: { maxFileBytes: number },
): Promise<ParsedUpload> {
  const type = request.headers.get('content-type') ?? ''
  if (!formTypes.test(type)) throw new Response('Unsupported Media Type', { status: 415 })
  const most = type.startsWith('multipart/') ? mostRead : mostText
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()

  const files: UploadedFile[] = []
  let refusal: string | undefined
  const limits = { maxFileSize: most, maxTotalSize: most, maxFiles: 20, maxParts: 100 }
  try {
    const fields = await parseFormData(request, limits, async (upload) => {
      if (isNoFile(upload)) return
      if (upload.fieldName !== fileField) return ''
      if (upload.size >= maxFileBytes) refusal = tooLargeMessage(maxFileBytes)
      else if (files.length > 0) refusal = 'Please choose one image only'
      else files.push({ name: upload.name, bytes: await upload.bytes() })
    })
    if (textLength(fields) > mostText) throw tooLarge()
    const [file] = files
    return refusal ? { fields, refusal } : { fields, ...(file && { file }) }
  } catch (error) {
    if (error instanceof Response) throw error
    if (error instanceof MaxTotalSizeExceededError || error instanceof MaxFileSizeExceededError)
      throw tooLarge()
    return { fields: new FormData(), refusal: uploadCutMessage, unreadable: true }
  }
}

/** True for a form that names a field twice: no form of ours does, and nobody could say which one counts. */
export function hasRepeats(fields: FormData): boolean {
  return new Set(fields.keys()).size < [...fields.keys()].length
}

function tooLarge(): Response {
  return new Response('Content Too Large', { status: 413 })
}

// A file input that was left empty is sent as a nameless file of no bytes.
function isNoFile(upload: FileUpload): boolean {
  return upload.size === 0 && (upload.name === '' || upload.name === 'file-upload')
}

function textLength(fields: FormData): number {
  let length = 0
  for (const [name, value] of fields) length += name.length + String(value).length
  return length
}
