import { busyReason, imageRules, type Purpose, uploadFailedMessage } from '#domain/media/rules.ts'
import { type Refusal, refused } from '#platform/outcome.ts'
import { openSlots } from '#platform/slots.ts'

const mostPerMember = 2
const mostBytes = 256 * 1024 * 1024

const inProgress = new Map<string, number>()
let bytesInMemory = 0

/** For what is decoded and stored once its form has arrived. */
export const uploadSlots = openSlots({ atOnce: 8, waitMs: 10_000 })

export interface Admission {
  /** A file must be smaller than this; 0 refuses every file. */
  maxFileBytes: number
  /** Called for each part of a file. False if it may not be kept in memory now. */
  keep(bytes: number): boolean
  /** Of a file that was not kept. */
  busy: Refusal
  /** Must be called once the form is answered. */
  end(): void
}

/**
 * What a form may bring: of a visitor no file, of a member a file in each of two forms at once, within the memory for all
 * files. The text of a form is always read.
 */
export function admitUpload(memberId: string | null, purpose: Purpose): Admission {
  const busy = refused('busy', uploadFailedMessage(purpose, busyReason))
  if (memberId === null) return { maxFileBytes: 0, keep: () => false, busy, end: () => undefined }
  const count = (inProgress.get(memberId) ?? 0) + 1
  inProgress.set(memberId, count)
  let kept = 0
  return {
    maxFileBytes: imageRules[purpose].limit,
    keep(bytes) {
      if (count > mostPerMember || bytesInMemory + bytes > mostBytes) return false
      kept += bytes
      bytesInMemory += bytes
      return true
    },
    busy,
    end() {
      bytesInMemory -= kept
      const left = (inProgress.get(memberId) ?? 1) - 1
      if (left > 0) inProgress.set(memberId, left)
      else inProgress.delete(memberId)
    },
  }
}
