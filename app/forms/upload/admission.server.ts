import { busyReason, imageRules, type Purpose, uploadFailedMessage } from '#domain/media/rules.ts'
import { type Refusal, refused } from '#platform/outcome.ts'
import { openSlots } from '#platform/slots.ts'

const mostPerMember = 2
const mostBytes = 256 * 1024 * 1024
const waitMs = 10_000
const smallBytes = 64 * 1024

const inProgress = new Map<string, number>()
let bytesInMemory = 0
const waiting = new Set<() => boolean>()

/** For what is decoded and stored once its form has arrived. */
export const uploadSlots = openSlots({ atOnce: 8, waitMs })

export interface Admission {
  maxFileBytes: number
  /** Reserves memory for the file, for which it waits up to 10 s. False if the file may not be kept in memory. */
  reserve(bytes: number): Promise<boolean>
  busy: Refusal
  end(): void
}

/**
 * What a form may bring: of a visitor no file, of a member a file in each of two forms at once, within the memory for all
 * files. The text of a form is always read.
 */
export function admitUpload(memberId: string | null, purpose: Purpose): Admission {
  const busy = refused('busy', uploadFailedMessage(purpose, busyReason))
  if (memberId === null) return { maxFileBytes: 0, reserve: async () => false, busy, end: () => undefined }
  const count = (inProgress.get(memberId) ?? 0) + 1
  inProgress.set(memberId, count)
  let reserved = 0
  return {
    maxFileBytes: imageRules[purpose].limit,
    async reserve(bytes) {
      if (count > mostPerMember || !(await takeMemory(bytes))) return false
      reserved += bytes
      return true
    },
    busy,
    end() {
      giveBack(reserved)
      const left = (inProgress.get(memberId) ?? 1) - 1
      if (left > 0) inProgress.set(memberId, left)
      else inProgress.delete(memberId)
    },
  }
}

function takeMemory(bytes: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      waiting.delete(attempt)
      resolve(false)
      giveBack(0)
    }, waitMs)
    function attempt(): boolean {
      if (bytes > smallBytes && bytesInMemory + bytes > mostBytes) return false
      clearTimeout(timer)
      bytesInMemory += bytes
      resolve(true)
      return true
    }
    if ((waiting.size > 0 && bytes > smallBytes) || !attempt()) waiting.add(attempt)
  })
}

function giveBack(bytes: number): void {
  bytesInMemory -= bytes
  for (const attempt of waiting) {
    if (!attempt()) return
    waiting.delete(attempt)
  }
}
