import { uploadCutMessage, uploadTimedOutMessage } from '#domain/media/rules.ts'
import type { StoredImage } from '#domain/media/sources.ts'
import { failureMessage, isLoginRedirect, maintenanceReasonIn, signedOutMessage } from '../refusals.ts'
import { lostConnectionMessage } from '../submit.ts'

export interface FormRefusal<Values, Field extends string = never> {
  /** A problem that no field can fix; null where `errors` mark the fields to fix. */
  message: string | null
  signedOut: boolean
  errors: Partial<Record<Field, string>>
  values: Values
  /** The image that the form already has: saved before, or stored by an earlier attempt. */
  image: (Pick<StoredImage, 'id'> & Partial<StoredImage>) | null
  /** A chosen image was refused, and the sender has not yet chosen another or continued without one (IMG-11). */
  imageRefused: boolean
}

export type FormResult<Refused> =
  | {
      ok: true
      to: string
      message: string
      /** Of the message. */
      link?: { to: string; label: string }
      image?: FormRefusal<unknown>['image']
    }
  | ({ ok: false } & Refused)

/** `retryAfterMs`: when the server asks to send the form again; null if it does not. */
export type SendResult<Refused> =
  | { is: 'answered'; answer: FormResult<Refused>; status: number; retryAfterMs: number | null }
  | { is: 'failed'; message: string; retryAfterMs: number | null }
  | { is: 'canceled' }

interface SendOptions {
  /** Whole percent of the upload; null once everything is sent and the response is awaited. */
  onProgress: (percent: number | null) => void
  timeoutMs: number
  failedMessage: string
}

export interface Upload<Refused> {
  result: Promise<SendResult<Refused>>
  cancel: () => void
}

/** Posts a form with upload progress; the `Accept` header asks the server for JSON instead of a page. */
export function sendForm<Refused>(
  action: string,
  body: FormData | URLSearchParams,
  options: SendOptions,
): Upload<Refused> {
  const request = new XMLHttpRequest()
  const hasFile = [...body.values()].some((value) => value instanceof File && value.name !== '')
  const result = new Promise<SendResult<Refused>>((resolve) => {
    const fail = (message: string) => () => resolve({ is: 'failed', message, retryAfterMs: null })
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) options.onProgress(Math.min(99, Math.floor((loaded / total) * 100)))
    }
    request.upload.onload = () => options.onProgress(null)
    request.onerror = fail(hasFile ? uploadCutMessage : lostConnectionMessage)
    request.ontimeout = fail(hasFile ? uploadTimedOutMessage : options.failedMessage)
    request.onabort = () => resolve({ is: 'canceled' })
    request.onload = () => {
      const answer = responseOf<Refused>(request)
      const maintenance = maintenanceReasonIn(answer)
      const retryAfterMs = Number(request.getResponseHeader('Retry-After')) * 1000 || null
      if (answer && !maintenance)
        return resolve({ is: 'answered', answer, status: request.status, retryAfterMs })
      const failed = isLoginRedirect(request.responseURL) ? signedOutMessage : options.failedMessage
      resolve({ is: 'failed', message: failureMessage(maintenance, failed), retryAfterMs })
    }
  })
  request.open('POST', action)
  request.timeout = options.timeoutMs
  request.setRequestHeader('Accept', 'application/json')
  request.send(body)
  return { result, cancel: () => request.abort() }
}

function responseOf<Refused>(request: XMLHttpRequest): FormResult<Refused> | null {
  if (!request.getResponseHeader('Content-Type')?.startsWith('application/json')) return null
  try {
    const answer = JSON.parse(request.responseText)
    return isResult(answer) || maintenanceReasonIn(answer) ? answer : null
  } catch {
    return null
  }
}

/** A proxy may answer with JSON of its own. */
function isResult(answer: unknown): boolean {
  const { ok, to, values, errors } = (answer ?? {}) as Record<string, unknown>
  return ok === true ? typeof to === 'string' : ok === false && isRecord(values) && isRecord(errors)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
