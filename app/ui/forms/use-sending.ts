import { useEffect, useRef, useState } from 'react'
import { type Sending, type SendOptions, type SendResult, sendForm } from './send-form.ts'

export type SendingPhase =
  | { at: 'form' }
  | { at: 'uploading'; percent: number | null }
  | { at: 'failed'; message: string }
  | { at: 'done' }

interface Options<Refused> extends Omit<SendOptions, 'onProgress'> {
  /** Hears what came of it and says where the form stands now. */
  settle: (result: SendResult<Refused>) => SendingPhase
}

/** Where a form is on its way: being filled, uploading, failed or done; with the verbs that move it on. */
export function useSending<Refused>({ settle, ...options }: Options<Refused>) {
  const [phase, setPhase] = useState<SendingPhase>({ at: 'form' })
  const sending = useRef<Sending<Refused> | null>(null)
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
