export type RefusalCode =
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'closed'
  | 'invalid'
  | 'busy'

export interface Refusal {
  ok: false
  code: RefusalCode
  message: string
  /** Names, in the log, a message that is put together. */
  reason?: string
}

/** Why a form is refused that has a field which the page does not have. */
export const unknownField = 'This form has a field that is not known'

/** The result of a command: success with a value, or a refusal with a message to show. Bugs throw. */
export type Outcome<Value> = { ok: true; value: Value } | Refusal

export function done<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refused(code: RefusalCode, message: string, reason?: string): Refusal {
  return { ok: false, code, message, ...(reason && { reason }) }
}
