interface Lanes<Item> {
  /** Addresses that are sent to at a time. */
  atOnce: number
  signal: AbortSignal | undefined
  /** The next item that is due to an address not in `busy`; null if it was dropped, undefined if none is due. */
  claim(busy: readonly string[]): Promise<Item | null | undefined>
  addressOf(item: Item): string
  send(item: Item): Promise<void>
}

/**
 * Sends everything that is due, one item at a time to each address, so that a slow one holds up its own items only. When
 * one throws, none is claimed any more, and it throws once the others have ended.
 */
export async function inLanes<Item>({ atOnce, signal, claim, addressOf, send }: Lanes<Item>): Promise<void> {
  let broken: { error: unknown } | undefined
  const sending = new Map<string, Promise<void>>()
  function begin(item: Item): void {
    const address = addressOf(item)
    const sent = send(item)
      .catch((error: unknown) => {
        broken = { error }
      })
      .finally(() => sending.delete(address))
    sending.set(address, sent)
  }
  while (!signal?.aborted && !broken) {
    const busy = [...sending.keys()]
    const item = await claim(busy)
    if (item) begin(item)
    if (item === undefined && busy.length === 0) break
    // An address that was busy when the claim began, and no longer is, may have another item.
    const waits = item === undefined ? busy.every((address) => sending.has(address)) : sending.size === atOnce
    if (waits) await Promise.race(sending.values())
  }
  await Promise.all(sending.values())
  if (broken) throw broken.error
}
