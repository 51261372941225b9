const kilobyte = 1024
export const maxFormBytes = 64 * kilobyte
export const longestFieldName = 200
export const maxFields = 30
/** Of all fields, in UTF-16 units of two bytes of the heap: three times what a valid form has. */
const maxTextLength = 64 * kilobyte

const formTypes = /^(multipart\/form-data|application\/x-www-form-urlencoded)\s*(;|$)/i

/**
 * Reads a form without a file, of at most 64 KB; a file in the place of a text is an empty text. `unreadable`: cut off
 * while it was sent, or not a form. Throws a Response: 413 for what is too large, 415 for what is no form.
 */
export async function readFields(request: Request): Promise<{ fields: FormData; unreadable?: true }> {
  if (Number(request.headers.get('content-length') ?? 0) > maxFormBytes) throw tooLarge()
  formType(request)
  const sent = await request.formData().catch(() => undefined)
  const fields = new FormData()
  if (!sent) return { fields, unreadable: true }
  const add = fieldsWithin(fields)
  for (const [name, value] of sent) add(name, typeof value === 'string' ? value : '')
  return { fields }
}

/** The Content-Type of a form. Throws a Response of 415 for any other. */
export function formType({ headers }: Request): string {
  const type = headers.get('content-type') ?? ''
  if (!formTypes.test(type)) throw new Response('Unsupported Media Type', { status: 415 })
  return type
}

export function tooLarge(): Response {
  return new Response('Content Too Large', { status: 413 })
}

export function fieldsWithin(fields: FormData) {
  let count = 0
  let length = 0
  return function add(name: string, value: string): void {
    length += value.length
    const isTooLong = name.length > longestFieldName || Buffer.byteLength(value) > maxFormBytes
    if (isTooLong || length > maxTextLength || ++count > maxFields) throw tooLarge()
    if (name) fields.append(name, value)
  }
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
