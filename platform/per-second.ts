/** True for the first `most` calls in each second. */
export function perSecond(most: number): () => boolean {
  let second = 0
  let count = 0
  return () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) count = 0
    second = now
    count += 1
    return count <= most
  }
}
