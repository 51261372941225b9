import { uploadCutMessage, uploadTimedOutMessage } from '#domain/media/rules.ts'
import { failureMessage, maintenanceReasonIn } from './maintenance.ts'
import { leadsToLogin, signedOutMessage } from './signed-out.ts'

/** What a form is answered: where to go on, or why not, with everything that was typed. */
export type FormAnswer<Refused> = { ok: true; to: string; message: string } | ({ ok: false } & Refused)

export type SendResult<Refused> =
  | { is: 'answered'; answer: FormAnswer<Refused> }
  | { is: 'failed'; message: string }
  | { is: 'canceled' }

export interface SendOptions {
  /** Whole percent of the upload; null once everything is sent and the answer is awaited. */
  onProgress: (percent: number | null) => void
  timeoutMs: number
  /** Said of faults that have no words of their own. */
  failedMessage: string
}

export interface Sending<Refused> {
  result: Promise<SendResult<Refused>>
  cancel: () => void
}

/** Posts a form to the address that it has anyway, with progress; the server answers with JSON instead of a page. */
export function sendForm<Refused>(address: string, body: FormData, options: SendOptions): Sending<Refused> {
  const request = new XMLHttpRequest()
  const hasFile = [...body.values()].some((value) => value instanceof File && value.name !== '')
  const result = new Promise<SendResult<Refused>>((resolve) => {
    const fail = (message: string) => () => resolve({ is: 'failed', message })
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) options.onProgress(Math.min(99, Math.floor((loaded / total) * 100)))
    }
    request.upload.onload = () => options.onProgress(null)
    request.onerror = fail(hasFile ? uploadCutMessage : options.failedMessage)
    request.ontimeout = fail(hasFile ? uploadTimedOutMessage : options.failedMessage)
    request.onabort = () => resolve({ is: 'canceled' })
    request.onload = () => {
      const answer = answerOf<Refused>(request)
      const maintenance = maintenanceReasonIn(answer)
      if (answer && !maintenance) return resolve({ is: 'answered', answer })
      const failed = leadsToLogin(request.responseURL) ? signedOutMessage : options.failedMessage
      resolve({ is: 'failed', message: failureMessage(maintenance, failed) })
    }
  })
  request.open('POST', address)
  request.timeout = options.timeoutMs
  request.setRequestHeader('Accept', 'application/json')
  request.send(body)
  return { result, cancel: () => request.abort() }
}

function answerOf<Refused>(request: XMLHttpRequest): FormAnswer<Refused> | null {
  if (!request.getResponseHeader('Content-Type')?.startsWith('application/json')) return null
  return JSON.parse(request.responseText)
}
