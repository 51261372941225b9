const batch = 1_000

/**
 * Deletes rows in batches until a batch is not full, so that a table cannot grow faster than it is swept. Stops after
 * `timeoutMs` or when `signal` aborts. `deleteRows` deletes at most `limit` rows; both return the number of deleted rows.
 */
export async function sweepInBatches(
  deleteRows: (limit: number) => Promise<number>,
  { signal, timeoutMs = 60_000 }: { signal?: AbortSignal | undefined; timeoutMs?: number } = {},
): Promise<number> {
  const begun = performance.now()
  let total = 0
  for (;;) {
    const deleted = await deleteRows(batch)
    total += deleted
    if (deleted < batch || signal?.aborted || performance.now() - begun >= timeoutMs) return total
  }
}
