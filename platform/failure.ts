/** A foreseen reason to stop, told to the operator in one line. Anything else that is thrown is a bug. */
export class Failure extends Error {
  override name = 'Failure'
}

/** The one line of any thrown thing. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Node reports a connection refused on every address of a host as an AggregateError with an empty message.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const text = first instanceof Error ? first.message : String(first)
  return (text || error.name).split('\n')[0] as string
}
