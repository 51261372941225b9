import { useEffect, useRef, useState } from 'react'
import { uploadCutMessage, uploadTimedOutMessage } from '#domain/media/rules.ts'
import { failureMessage, isLoginRedirect, maintenanceReasonIn, signedOutMessage } from './refusals.ts'

type UploadPhase =
  | { at: 'form' }
  | { at: 'uploading'; percent: number | null }
  | { at: 'failed'; message: string }
  | { at: 'done' }

interface Options<Refused> extends Omit<SendOptions, 'onProgress'> {
  /** Hears what came of it and says where the form stands now. */
  settle: (result: SendResult<Refused>) => UploadPhase
}

/** Where a form is on its way: being filled, uploading, failed or done; with the verbs that move it on. */
export function useUpload<Refused>({ settle, ...options }: Options<Refused>) {
  const [phase, setPhase] = useState<UploadPhase>({ at: 'form' })
  const sending = useRef<Upload<Refused> | null>(null)
  useEffect(() => () => sending.current?.cancel(), [])

  async function send(address: string, body: FormData) {
    if (sending.current || phase.at === 'done') return
    setPhase({ at: 'uploading', percent: 0 })
    const onProgress = (percent: number | null) => setPhase({ at: 'uploading', percent })
    sending.current = sendForm<Refused>(address, body, { ...options, onProgress })
    const result = await sending.current.result
    sending.current = null
    setPhase(settle(result))
  }

  return {
    phase,
    send,
    cancel: () => sending.current?.cancel(),
    backToForm: () => setPhase({ at: 'form' }),
  }
}

/** What a form is answered: where to go on, or why not, with everything that was typed. */
export type FormResult<Refused> = { ok: true; to: string; message: string } | ({ ok: false } & Refused)

type SendResult<Refused> =
  | { is: 'answered'; answer: FormResult<Refused> }
  | { is: 'failed'; message: string }
  | { is: 'canceled' }

interface SendOptions {
  /** Whole percent of the upload; null once everything is sent and the answer is awaited. */
  onProgress: (percent: number | null) => void
  timeoutMs: number
  /** Said of faults that have no words of their own. */
  failedMessage: string
}

interface Upload<Refused> {
  result: Promise<SendResult<Refused>>
  cancel: () => void
}

/** Posts a form to the address that it has anyway, with progress; the server answers with JSON instead of a page. */
function sendForm<Refused>(address: string, body: FormData, options: SendOptions): Upload<Refused> {
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
      const failed = isLoginRedirect(request.responseURL) ? signedOutMessage : options.failedMessage
      resolve({ is: 'failed', message: failureMessage(maintenance, failed) })
    }
  })
  request.open('POST', address)
  request.timeout = options.timeoutMs
  request.setRequestHeader('Accept', 'application/json')
  request.send(body)
  return { result, cancel: () => request.abort() }
}

function answerOf<Refused>(request: XMLHttpRequest): FormResult<Refused> | null {
  if (!request.getResponseHeader('Content-Type')?.startsWith('application/json')) return null
  return JSON.parse(request.responseText)
}
