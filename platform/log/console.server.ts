import { format } from 'node:util'
import type { Logger } from './log.server.ts'

type PrintedTo = Pick<Console, 'error' | 'warn' | 'log' | 'info' | 'debug'>

/** Logs what libraries print, so that it has the form and the limits of other lines. */
export function logConsole(log: Logger, printedTo: PrintedTo = console): void {
  printedTo.error = (...args) => log.error({ err: errorOf(args) }, 'a library reported an error')
  printedTo.warn = (...args) => log.warn(format(...args))
  for (const name of ['log', 'info', 'debug'] as const) {
    printedTo[name] = (...args) => log.debug(format(...args))
  }
}

function errorOf(args: unknown[]): Error {
  return args.find((arg) => arg instanceof Error) ?? new Error(format(...args))
}
