/** An expected reason to stop, shown to the operator in one line. Any other thrown value is a bug. */
export class Failure extends Error {
  override name = 'Failure'
}

export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Node reports a connection refused on all addresses of a host as an AggregateError with an empty message.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const text = first instanceof Error ? first.message : String(first)
  return (text || error.name).split('\n')[0] as string
}
