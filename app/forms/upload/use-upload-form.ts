import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { showToastOn, type Toast } from '#app/ui/messages/toast.tsx'
import { clearTyped, useTypedText } from '../typed-text.ts'
import { type FormRefusal, type SendResult, sendForm } from './send-form.ts'

interface Options<Values, Field extends string> {
  action: string
  start: Values
  image?: FormRefusal<Values, Field>['image']
  refused?: FormRefusal<Values, Field>
  keepsText?: boolean
  timeoutMs?: number
  failedMessage: string
  prepare?: (body: FormData) => FormData
  leaveAfterMs?: number
  onRefused?: (refusal: FormRefusal<Values, Field>) => void
}

type Phase =
  | { at: 'form' }
  | { at: 'uploading'; percent: number | null; isWaiting: boolean }
  | { at: 'failed'; message: string }
  | { at: 'done'; message: string; to: string; link?: Toast['link'] }

const defaultTimeoutMs = 120_000
/** While the server is busy, the form is sent again as it asks, this long. */
const resendsForMs = 90_000

/** Client state of a form with an upload: typed text, progress, result, focus and leaving the page. */
export function useUploadForm<Values extends object, Field extends string = never>(
  options: Options<Values, Field>,
) {
  type Refusal = FormRefusal<Values, Field>
  const { action, start, refused, timeoutMs = defaultTimeoutMs, failedMessage } = options
  const initial: Refusal = {
    message: null,
    signedOut: false,
    errors: {},
    values: start,
    image: options.image ?? null,
    imageRefused: false,
  }
  const typedAs = options.keepsText ? action : undefined
  const { form, keep } = useTypedText(typedAs, refused !== undefined)
  const [state, setState] = useState(refused ?? initial)
  const [phase, setPhase] = useState<Phase>({ at: 'form' })
  const [dirty, setDirty] = useState(refused !== undefined)
  /** The request, or the wait for the next one. */
  const underWay = useRef<{ cancel(): void } | null>(null)
  useEffect(() => () => underWay.current?.cancel(), [])

  useFocusOnReturn(form, phase.at, state, refused !== undefined)
  useLeave(phase, options.leaveAfterMs ?? 0)

  async function send(body: FormData, resendsUntil: number) {
    const onProgress = (percent: number | null) => setPhase({ at: 'uploading', percent, isWaiting: false })
    onProgress(0)
    const upload = sendForm<Refusal>(action, body, { timeoutMs, failedMessage, onProgress })
    underWay.current = upload
    const result = await upload.result
    underWay.current = null
    const waitMs = busyMs(result)
    if (waitMs === null || Date.now() + waitMs > resendsUntil) return receive(result)
    setPhase({ at: 'uploading', percent: null, isWaiting: true })
    const timer = setTimeout(() => send(body, resendsUntil), waitMs)
    underWay.current = {
      cancel() {
        clearTimeout(timer)
        underWay.current = null
        setPhase({ at: 'form' })
      },
    }
  }

  function receive(result: SendResult<Refusal>) {
    if (result.is === 'canceled') return setPhase({ at: 'form' })
    if (result.is === 'failed') return setPhase({ at: 'failed', message: result.message })
    const { answer } = result
    if (answer.ok) {
      if (typedAs) clearTyped(typedAs)
      const { message, to, link } = answer
      return setPhase({ at: 'done', message, to, ...(link && { link }) })
    }
    options.onRefused?.(answer)
    const { message, signedOut, image, imageRefused } = answer
    if (!message || hasErrors(answer.errors)) {
      setState(answer)
      return setPhase({ at: 'form' })
    }
    setState((current) => ({ ...current, signedOut, image, imageRefused }))
    setPhase({ at: 'failed', message })
  }

  return {
    form,
    phase,
    values: state.values,
    errors: state.errors,
    image: state.image,
    imageRefused: state.imageRefused,
    signedOut: state.signedOut,
    message: phase.at === 'failed' ? phase.message : state.message,
    saved: phase.at === 'done' ? phase.message : null,
    unsaved: dirty && phase.at !== 'done',
    cancel: () => underWay.current?.cancel(),
    backToForm: () => setPhase({ at: 'form' }),
    /** The file field tells of refusals from now on. */
    onImageChoice() {
      const image = 'image' as Field
      setState((current) => ({ ...withoutError(current, image), imageRefused: false }))
      setDirty(true)
    },
    clearErrors(fields: readonly Field[]) {
      setState((current) => fields.reduce(withoutError, current))
    },
    onInput(event?: React.FormEvent<HTMLFormElement>) {
      const field = (event?.target as HTMLInputElement | undefined)?.name as Field | undefined
      if (field) setState((current) => withoutError(current, field))
      setDirty(true)
      keep()
    },
    onSubmit(event: React.FormEvent<HTMLFormElement>) {
      event.preventDefault()
      if (underWay.current || phase.at === 'done') return
      setState((current) => ({ ...current, message: null, signedOut: false, errors: {} }))
      const { submitter } = event.nativeEvent as SubmitEvent
      const body = new FormData(event.currentTarget)
      if (submitter instanceof HTMLButtonElement && submitter.name)
        body.append(submitter.name, submitter.value)
      send(options.prepare?.(body) ?? body, Date.now() + resendsForMs)
    },
  }
}

/** When a busy server asks for the form again. */
function busyMs(result: SendResult<unknown>): number | null {
  return result.is === 'answered' && result.status === 503 ? result.retryAfterMs : null
}

function withoutError<Values, Field extends string>(state: FormRefusal<Values, Field>, field: Field) {
  return state.errors[field] ? { ...state, errors: { ...state.errors, [field]: undefined } } : state
}

export function hasErrors(errors: Partial<Record<string, string>>): boolean {
  return Object.values(errors).some(Boolean)
}

/** Moves the focus to the first field to fix, or to the submit button. `FormProblem` focuses messages. */
function useFocusOnReturn(
  form: React.RefObject<HTMLFormElement | null>,
  at: Phase['at'],
  { message }: { message: string | null },
  wasRefused: boolean,
) {
  const previous = useRef<Phase['at']>(wasRefused ? 'uploading' : 'form')
  useEffect(() => {
    const returned = previous.current !== 'form' && at === 'form'
    previous.current = at
    if (!returned || message) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = invalid ?? form.current?.querySelector<HTMLElement>('button[type="submit"]:not([hidden])')
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [at, form, message])
}

function useLeave(phase: Phase, afterMs: number) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const isLeaving = useRef(false)
  isLeaving.current = useNavigation().state !== 'idle'
  useEffect(() => {
    if (phase.at !== 'done') return
    if (afterMs === 0) {
      navigate(phase.to, { replace: true })
      return
    }
    revalidate()
    const timer = setTimeout(() => {
      // The member follows a link already.
      if (isLeaving.current) return
      showToastOn(phase.to, phase.message, phase.link)
      navigate(phase.to)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [phase, afterMs, navigate, revalidate])
}
