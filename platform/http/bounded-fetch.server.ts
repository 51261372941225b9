const defaults = { timeoutMs: 10_000, mostBytes: 4 * 1024 * 1024 }

/** Like fetch, for a server that may be anything: the whole answer is read within a time and a size, or this throws. */
export async function boundedFetch(
  url: string | URL,
  init: RequestInit = {},
  { timeoutMs, mostBytes } = defaults,
): Promise<Response> {
  const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])]
  const answer = await fetch(url, { ...init, signal: AbortSignal.any(signals) })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of answer.body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new Error(`${new URL(url).host} sent more than ${mostBytes} bytes`)
    parts.push(part)
  }
  const { status, statusText, headers } = answer
  const isEmpty = [204, 205, 304].includes(status)
  return new Response(isEmpty ? null : Buffer.concat(parts), { status, statusText, headers })
}
