import { pino } from 'pino'
import { currentRequestId } from '#platform/http/request-id.server.ts'
import { floodIntervalMs, floodLimit } from '#platform/log/flood.ts'
import { humanLine } from '#platform/log/human-line.ts'

export type Logger = pino.Logger

interface LogOptions {
  level: string
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

/**
 * Logs to stderr. Fields named for credentials or e-mail addresses are omitted. Of lines with an error, one of each
 * kind is written per second, with the number of suppressed ones; its stack is written once.
 */
export function createLogger(options: LogOptions): Logger {
  const write = options.write ?? ((line: string) => process.stderr.write(line))
  const flood = floodLimit()
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
      hooks: {
        logMethod(args, method) {
          const [fields, message] = args as unknown as [unknown, string | undefined]
          const error = errorIn(fields)
          if (!error) return method.apply(this, args)
          const write = (err: object, suppressed: number) => {
            const counted = { ...(fields as object), err, ...(suppressed > 0 && { suppressed }) }
            method.apply(this, [counted, message ?? error.message])
          }
          const kind = [message, error.name, error.code, error.message].join(' ')
          const decision = flood.decide(kind)
          if (decision.write) {
            write(decision.withStack ? error : withoutStack(error), decision.suppressed)
          } else if (decision.suppressed === 1) {
            // Reports the count of a flood after it ends.
            setTimeout(() => {
              const suppressed = flood.takeSuppressed(kind)
              if (suppressed > 0) write(withoutStack(error), suppressed)
            }, floodIntervalMs).unref()
          }
        },
      },
    },
    { write: options.human ? (line) => write(humanLine(line)) : write },
  )
}

function requestOf(): object {
  const request = currentRequestId()
  return request === undefined ? {} : { request }
}

function errorIn(fields: unknown): (Error & { code?: unknown }) | undefined {
  const err = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined
  return err instanceof Error ? err : undefined
}

function withoutStack(error: Error): object {
  const { stack: _, cause, ...described } = describeError(error) as { stack?: string; cause?: unknown }
  return described
}

/** Limited fields: a database error's detail repeats the row, and so members' data. */
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
