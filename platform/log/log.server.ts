import { pino } from 'pino'
import { currentRequestId } from '#platform/http/request-id.server.ts'
import { humanLine } from '#platform/log/human-line.ts'

export type Logger = pino.Logger

export interface LogOptions {
  level: string
  /** Lines for a reader at a terminal, instead of JSON for a collector. */
  human?: boolean
  write?: (line: string) => unknown
}

const secrets = [
  'cookie',
  'set-cookie',
  'authorization',
  'code',
  'token',
  'state',
  'email',
  'password',
  'secret',
]
const depths = ['', '*.', '*.*.']

/** Logs to stderr. Credentials and e-mail addresses are left out wherever a field is named for them. */
export function createLogger(options: LogOptions): Logger {
  const write = options.write ?? ((line: string) => process.stderr.write(line))
  const paths = secrets.flatMap((name) => depths.map((depth) => `${depth}["${name}"]`.replace('.[', '[')))
  return pino(
    {
      level: options.level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[left out]' },
      mixin: requestOf,
      serializers: { err: describeError },
    },
    { write: options.human ? (line) => write(humanLine(line)) : write },
  )
}

function requestOf(): object {
  const request = currentRequestId()
  return request === undefined ? {} : { request }
}

/** Only what helps to find the fault: a database error's detail repeats the row, and so members' data. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code, constraint, table } = error as Error & { code?: string; constraint?: string; table?: string }
  const cause = error.cause instanceof Error ? { cause: describeError(error.cause) } : {}
  return {
    type: error.name,
    message: error.message,
    fault: code,
    constraint,
    table,
    stack: error.stack,
    ...cause,
  }
}
