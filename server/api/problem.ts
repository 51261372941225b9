const titles = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
} as const

export type ProblemStatus = keyof typeof titles

/** A refused request: the status, what to do, and headers of the response. */
export class Problem extends Error {
  readonly status: ProblemStatus
  readonly headers: Record<string, string>

  constructor(status: ProblemStatus, detail: string, headers: Record<string, string> = {}) {
    super(detail)
    this.status = status
    this.headers = headers
  }

  /** As problem details (RFC 9457). */
  response(): Response {
    const { status, message } = this
    const body = { type: 'about:blank', title: titles[status], status, detail: message }
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store', ...this.headers },
    })
  }
}
