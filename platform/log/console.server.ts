import { format } from 'node:util'
import type { Logger } from './log.server.ts'

type PrintedTo = Pick<Console, 'error' | 'warn' | 'log' | 'info' | 'debug'>

/** Logs what libraries print, so that it has the form and the limits of other lines. */
export function logConsole(log: Logger, printedTo: PrintedTo = console): void {
  printedTo.error = (...args) => {
    const error = args.find((arg) => arg instanceof Error)
    const text = format(...args.filter((arg) => arg !== error))
    log.error({ err: error ?? new Error(text) }, error && text ? text : 'a library reported an error')
  }
  printedTo.warn = (...args) => log.warn(format(...args))
  for (const name of ['log', 'info', 'debug'] as const) {
    printedTo[name] = (...args) => log.debug(format(...args))
  }
}
