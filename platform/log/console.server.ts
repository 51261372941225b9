import { format } from 'node:util'
import type { Logger } from './log.server.ts'

type PrintedTo = Pick<Console, 'error' | 'warn' | 'log' | 'info' | 'debug'>

/** Logs what libraries print, so that it has the form and the limits of other lines. */
export function logConsole(log: Logger, printedTo: PrintedTo = console): void {
  printedTo.error = (...args) => {
    const error = args.find((arg) => arg instanceof Error)
    if (error && args.length > 1) log.error({ err: error }, textOf(args))
    else log.error({ err: error ?? new Error(textOf(args)) }, 'a library reported an error')
  }
  printedTo.warn = (...args) => log.warn(textOf(args))
  for (const name of ['log', 'info', 'debug'] as const) {
    printedTo[name] = (...args) => log.debug(textOf(args))
  }
}

/** Of errors their message only: other properties may hold members' data. */
function textOf(args: unknown[]): string {
  return format(...args.map((arg) => (arg instanceof Error ? String(arg) : arg)))
}
