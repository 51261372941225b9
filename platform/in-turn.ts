/** Runs `work` for each call, one after the other, so that no older result takes the place of a newer one. */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return () => {
    last = last.catch(() => undefined).then(work)
    return last
  }
}
