const step = 8 * 1024

/** Bytes that arrive in pieces, copied: a piece of a few bytes may keep much more memory than that. */
export function growingBytes(most: number) {
  let space = Buffer.alloc(0)
  let length = 0
  return {
    /** False if they are more than `most`; nothing is added then. */
    add(bytes: Uint8Array): boolean {
      const needed = length + bytes.length
      if (needed > most) return false
      if (needed > space.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(needed + step, 1.5 * space.length)))
        space.copy(larger, 0, 0, length)
        space = larger
      }
      space.set(bytes, length)
      length = needed
      return true
    },
    length: () => length,
    bytes: () => space.subarray(0, length),
  }
}
