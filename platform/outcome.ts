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
}

/** What a verb answers: done with a value, or refused with words that can be shown. Bugs throw instead. */
export type Outcome<Value> = { ok: true; value: Value } | Refusal

export function done<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value }
}

export function refused(code: RefusalCode, message: string): Refusal {
  return { ok: false, code, message }
}
