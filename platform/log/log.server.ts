import { LRUCache } from 'lru-cache'
import { pino } from 'pino'
import { currentRequestId } from '#platform/http/request-id.server.ts'

export type Logger = pino.Logger

interface LogOptions {
  level: string
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
const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * Logs to stderr. Fields named for credentials or e-mail addresses are omitted. Of warnings and of lines with an error, one of
 * each kind is written per second, with the number of those left out before; its stack is written once.
 */
export function createLogger({ level, write = (line) => process.stderr.write(line) }: LogOptions): Logger {
  const mayWrite = oncePerSecond()
  const paths = secrets.flatMap((name) => depths.map((depth) => `${depth}["${name}"]`.replace('.[', '[')))
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[left out]' },
      mixin: () => ({ request: currentRequestId() }),
      serializers: { err: describeError },
      hooks: {
        logMethod(args, method, severity) {
          const [first, second] = args as unknown as [unknown, string | undefined]
          const error = errorIn(first)
          if (!error && severity !== pino.levels.values.warn) return method.apply(this, args)
          const [fields, message] = typeof first === 'string' ? [{}, first] : [first as Fields, second]
          // Of one image or another.
          const parts = [message, fields.reason, error?.name, error?.code, error?.message]
          // What a person was given the reference of is written each time.
          const kind = `${parts.join(' ').replace(anyId, '')} ${fields.reference ?? ''}`
          const known = mayWrite(kind)
          if (known === undefined) return
          const { isFirst, suppressed } = known
          const err = error && { err: isFirst ? error : withoutStack(error) }
          method.apply(this, [
            { ...fields, ...err, ...(suppressed && { suppressed }) },
            message ?? error?.message,
          ])
        },
      },
    },
    { write },
  )
}

type Fields = { reason?: unknown; reference?: unknown }

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

interface Kind {
  isFirst: boolean
  /** How many of its kind were left out since the last line. */
  suppressed: number
}

/** Says of each kind of line, once a second, that it may be written; undefined for the others. */
export function oncePerSecond(): (kind: string) => Kind | undefined {
  const kinds = new LRUCache<string, { writtenAt: number; suppressed: number }>({ max: 500 })
  return (kind) => {
    const known = kinds.get(kind)
    const now = performance.now()
    if (known && now - known.writtenAt < 1_000) {
      known.suppressed += 1
      return undefined
    }
    kinds.set(kind, { writtenAt: now, suppressed: 0 })
    return { isFirst: !known, suppressed: known?.suppressed ?? 0 }
  }
}
