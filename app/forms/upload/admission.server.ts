import type { Purpose } from '#domain/media/rules.ts'
import { Busy, openSlots } from '#platform/slots.ts'
import { maxFormBytes } from './form-fields.server.ts'
import { type ParsedUpload, parseUpload } from './upload.server.ts'

const mostPerMember = 2
const waitMs = 10_000

/** For forms with a file in memory, of at most 10 MB each. */
const memorySlots = openSlots({ atOnce: 25, waitMs })
/** For what is decoded and stored once its form has arrived. */
export const uploadSlots = openSlots({ atOnce: 8, waitMs })

/** The member of each form that is being received. */
const senders: string[] = []

interface Sender {
  /** Null for one whose file is not kept. */
  memberId: string | null
  purpose: Purpose
}

/**
 * Parses the form of a request for `receive`, and keeps its file in memory until that is done. The file of a third form
 * of a member at once, and one that waited 10 s for memory, is refused as busy; the text of a form is always read.
 */
export async function withUpload<Result>(
  request: Request,
  { memberId, purpose }: Sender,
  receive: (upload: ParsedUpload) => Promise<Result>,
): Promise<Result> {
  const received = async (keepsFile: boolean) => receive(await parseUpload(request, { purpose, keepsFile }))
  const count = senders.filter((sender) => sender === memberId).length
  if (memberId === null || count >= mostPerMember) return received(false)
  senders.push(memberId)
  try {
    return await (isSmall(request) ? received(true) : memorySlots(() => received(true)))
  } catch (error) {
    if (error instanceof Busy) return await received(false)
    throw error
  } finally {
    senders.splice(senders.indexOf(memberId), 1)
  }
}

/** Most forms without a file are: they do not wait for those with one. */
function isSmall({ headers }: Request): boolean {
  return Number(headers.get('content-length') ?? Number.POSITIVE_INFINITY) <= maxFormBytes
}
