import { pino } from 'pino'
import { currentRequestId } from '#platform/http/request-id.server.ts'

/** How long after an error those of its kind that were suppressed are counted. */
export const floodIntervalMs = 1_000
const mostKinds = 500

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
const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi

/**
 * Logs to stderr. Fields named for credentials or e-mail addresses are omitted. Of warnings and of lines with an error, one of
 * each kind is written per second, with the number of suppressed ones; its stack is written once.
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
        logMethod(args, method, level) {
          const [first, second] = args as unknown as [unknown, string | undefined]
          const error = errorIn(first)
          if (!error && level !== pino.levels.values.warn) return method.apply(this, args)
          const [fields, message] = typeof first === 'string' ? [{}, first] : [first as Fields, second]
          const write = (withStack: boolean, suppressed: number) => {
            const err = error && { err: withStack ? error : withoutStack(error) }
            const counted = { ...fields, ...err, ...(suppressed > 0 && { suppressed }) }
            method.apply(this, [counted, message ?? error?.message])
          }
          // Of one image or another.
          const parts = [message, fields.reason, error?.name, error?.code, error?.message]
          // What a person was given the reference of is written each time.
          const kind = `${parts.join(' ').replace(anyId, '')} ${fields.reference ?? ''}`
          const decision = flood.decide(kind)
          if (decision.write) write(decision.withStack, decision.suppressed)
          else if (decision.suppressed === 1) {
            // Reports the count of a flood after it ends.
            setTimeout(() => {
              const suppressed = flood.takeSuppressed(kind)
              if (suppressed > 0) write(false, suppressed)
            }, floodIntervalMs).unref()
          }
        },
      },
    },
    { write: options.human ? (line) => write(humanLine(line)) : write },
  )
}

type Fields = { reason?: unknown; reference?: unknown }

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

/** Formats a JSON log line for a terminal: `12:34:56 warn  the message  key=value`. */
function humanLine(json: string): string {
  const { time, level, msg, err, ...fields } = JSON.parse(json) as Record<string, unknown>
  const clock = String(time).slice(11, 19)
  const details = Object.entries(fields).map(([name, value]) => `  ${name}=${inline(value)}`)
  const stack = (err as { stack?: string } | undefined)?.stack
  return `${clock} ${String(level).padEnd(5)} ${msg ?? ''}${details.join('')}\n${stack ? `${stack}\n` : ''}`
}

function inline(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

interface FloodDecision {
  write: boolean
  /** How many errors of its kind were suppressed since the last logged one. */
  suppressed: number
  withStack: boolean
}

interface FloodLimit {
  decide(kind: string): FloodDecision
  takeSuppressed(kind: string): number
}

/** Allows one error of each kind per second and counts the others. Forgets the oldest kinds. */
export function floodLimit(now: () => number = () => performance.now()): FloodLimit {
  const kinds = new Map<string, { writtenAt: number; suppressed: number }>()

  function takeSuppressed(kind: string): number {
    const suppressed = kinds.get(kind)?.suppressed ?? 0
    kinds.delete(kind)
    kinds.set(kind, { writtenAt: now(), suppressed: 0 })
    for (const oldest of kinds.keys()) {
      if (kinds.size <= mostKinds) break
      kinds.delete(oldest)
    }
    return suppressed
  }

  return {
    decide(kind) {
      const known = kinds.get(kind)
      if (known && now() - known.writtenAt < floodIntervalMs) {
        known.suppressed++
        return { write: false, suppressed: known.suppressed, withStack: false }
      }
      return { write: true, suppressed: takeSuppressed(kind), withStack: !known }
    },
    takeSuppressed,
  }
}
