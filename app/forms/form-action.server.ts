import {
  createContext,
  data,
  type MiddlewareFunction,
  type RouterContextProvider,
  redirect,
} from 'react-router'
import type { RefusalCode } from '#platform/outcome.ts'
import { withToast } from './flash.server.ts'
import type { FormResult } from './upload/send-form.ts'

const statuses: Record<RefusalCode, number> = {
  'signed-out': 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  closed: 409,
  invalid: 422,
  busy: 503,
}

/** True in the loader after an action whose member is signed out: the page shows their form again. */
export const preservedFormContext = createContext(false)

export interface FormResponse<Refused> {
  answer: FormResult<Refused>
  status: number
  headers?: Record<string, string>
  /** What a browser is told on the next page. Scripts have said it before the form was sent. */
  notice?: string | undefined
}

interface FormArgs {
  request: Request
  params: Record<string, string | undefined>
  context: Readonly<RouterContextProvider>
}

/**
 * The action of a route with a form, and the middleware that returns its result as JSON to scripts. A browser is
 * redirected after success, with `toast` and the notice on the next page, and gets the form again after a refusal.
 */
export function formAction<Refused extends { signedOut: boolean }>(
  receive: (args: FormArgs) => Promise<FormResponse<Refused>>,
  { toast }: { toast?: string } = {},
) {
  const middleware: MiddlewareFunction<Response> = async (args, next) => {
    const { request } = args
    if (request.method !== 'POST' || request.headers.get('Accept') !== 'application/json') return next()
    const { answer, status, headers } = await receive(args)
    return Response.json(answer, { status, headers })
  }

  async function action(args: FormArgs) {
    const { answer, status, headers, notice } = await receive(args)
    const text = [toast, notice].filter(Boolean).join(' ')
    if (answer.ok) {
      const { to, link } = answer
      return redirect(to, text ? await withToast({ text, ...(link && { link }) }, { status: 303 }) : 303)
    }
    args.context.set(preservedFormContext, answer.signedOut)
    return data(answer, { status, headers })
  }

  return { middleware, action }
}

export function refusalStatus(code: RefusalCode): number {
  return statuses[code]
}

export function refuseForm<Refused>(refusal: Refused, status: number): FormResponse<Refused> {
  const headers = status === 503 ? { 'Retry-After': '5' } : undefined
  return { answer: { ok: false, ...refusal }, status, headers }
}

export function refuseTooMany<Refused>(input: Refused, retryAfterSeconds: number): FormResponse<Refused> {
  const message = 'Too many attempts. Please wait a few minutes and try again.'
  return {
    answer: { ok: false, ...input, message },
    status: 429,
    headers: { 'Retry-After': String(retryAfterSeconds) },
  }
}
