import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import type { RefusalCode } from '#platform/outcome.ts'
import type { FormResult } from './send-form.ts'

const statuses: Record<RefusalCode, number> = {
  'signed-out': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  closed: 409,
  invalid: 422,
  busy: 503,
}

/** Set by an action whose visitor is signed out by now: the page shows their form again instead of leading to /login. */
export const preservedFormContext = createContext(false)

/** What came of a form, for whoever sent it: a browser gets a page, a script the same answer as JSON. */
export interface FormResponse<Refused> {
  answer: FormResult<Refused>
  status: number
  headers?: Record<string, string>
}

interface FormArgs {
  request: Request
  params: Record<string, string | undefined>
  context: Readonly<RouterContextProvider>
}

/** A middleware that answers the route's form with JSON where a script asks for it, before any page is made. */
export function respondToScripts<Refused>(
  send: (args: FormArgs) => Promise<FormResponse<Refused>>,
): MiddlewareFunction<Response> {
  return async (args, next) => {
    const { request } = args
    if (request.method !== 'POST' || request.headers.get('Accept') !== 'application/json') return next()
    const { answer, status, headers } = await send(args)
    return Response.json(answer, { status, headers })
  }
}

/** The same answer for an action: success leads on, a refusal shows the form again. */
export function respondWithPage<Refused>(
  { answer, status, headers }: FormResponse<Refused>,
  init?: ResponseInit,
) {
  if (answer.ok) return redirect(answer.to, { ...init, status: 303 })
  return data(answer, { status, headers })
}

/** The HTTP status that tells a refusal. */
export function refusalStatus(code: RefusalCode): number {
  return statuses[code]
}
