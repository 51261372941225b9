import { useEffect, useRef, useState } from 'react'
import { sendForm, type Upload } from '#app/forms/upload/send-form.ts'
import { DRAFT_MESSAGES as MESSAGES } from '#domain/submissions/drafts.ts'
import type { SubmissionRefusal } from '../submission-values.ts'

/** While a member types, less often than the limit of the server. */
const pauseMs = 5_000
const retryMs = 20_000

export interface Draft {
  savedAt: Date | string | null
  image: SubmissionRefusal['image']
}

type State =
  | { at: 'unsaved' }
  | { at: 'saving' }
  | { at: 'saved'; savedAt: Date; asked: boolean; withoutImage: boolean }
  | { at: 'failed'; message: string; asked: boolean }

interface Work {
  timer: ReturnType<typeof setTimeout> | undefined
  upload: Upload<SubmissionRefusal> | null
  isChanged: boolean
  /** The chosen file that the server has stored. */
  stored: { file: File; id: string } | null
  /** The chosen file that the server refused, or did not receive. */
  omitted: File | null
}

interface Options {
  form: React.RefObject<HTMLFormElement | null>
  /** Without it nothing is saved. */
  draft: Draft | undefined
  action: string
  /** False while the form itself is sent. */
  enabled: boolean
}

/** Saves the form as a draft on the server: a few seconds after a change and when asked, one save at a time. */
export function useDraftSaving({ form, draft, action, enabled }: Options) {
  const [state, setState] = useState<State>({ at: 'unsaved' })
  /** Why the chosen file is not in the draft. */
  const [imageError, setImageError] = useState<string | null>(null)
  const work = useRef<Work>({
    timer: undefined,
    upload: null,
    isChanged: false,
    stored: null,
    omitted: null,
  })
  const [hasDraft] = useState(draft !== undefined)

  const schedule = useRef((delayMs: number) => {
    if (hasDraft) work.current.timer ??= setTimeout(() => save.current(false), delayMs)
  })

  const save = useRef(async (asked: boolean): Promise<void> => {
    const { current } = work
    stop(current)
    if (!form.current || current.upload) return
    const file = chosenFile(form.current)
    const body = draftBody(form.current, current)
    const sendsFile = body instanceof FormData
    current.isChanged = false
    setState({ at: 'saving' })
    const options = { timeoutMs: 120_000, failedMessage: MESSAGES.failed, onProgress() {} }
    current.upload = sendForm<SubmissionRefusal>(action, body, options)
    const result = await current.upload.result
    current.upload = null
    if (result.is === 'canceled') {
      current.isChanged = true
      return setState({ at: 'unsaved' })
    }
    if (result.is === 'answered' && result.answer.ok) {
      const { image } = result.answer
      if (sendsFile && file && image) current.stored = { file, id: image.id }
      const withoutImage = file !== null && file === current.omitted
      if (!withoutImage) setImageError(null)
      setState({ at: 'saved', savedAt: new Date(), asked, withoutImage })
      if (current.isChanged) change()
      return
    }
    const { message, imageError } = failureOf(result)
    if (sendsFile) {
      // The texts may arrive without it.
      current.omitted = file
      setImageError(imageError ?? message)
      return save.current(asked)
    }
    setState(
      message === MESSAGES.nothingToSave && !asked ? { at: 'unsaved' } : { at: 'failed', message, asked },
    )
    const isRefused = result.is === 'answered' && result.retryAfterMs === null
    if (current.isChanged || !isRefused) schedule.current(result.retryAfterMs ?? retryMs)
  })

  function change(delayMs = pauseMs) {
    work.current.isChanged = true
    setState((now) => (now.at === 'saving' ? now : { at: 'unsaved' }))
    schedule.current(delayMs)
  }

  useEffect(() => {
    const { current } = work
    if (enabled && current.isChanged) schedule.current(pauseMs)
    // A refusal of the form itself is later than what was asked for.
    if (!enabled) setState((now) => (now.at === 'saved' ? { ...now, asked: false } : now))
    return () => {
      stop(current)
      current.upload?.cancel()
    }
  }, [enabled])
  useEffect(() => {
    const onChange = () => document.hidden && work.current.timer && save.current(false)
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])

  return {
    state,
    isSaved: state.at === 'saved',
    isSavedAsAsked: state.at === 'saved' && state.asked,
    imageError,
    onInput({ target }: React.FormEvent) {
      const isFile = target instanceof HTMLInputElement && target.type === 'file'
      if (!isFile) change()
    },
    /** Also when the file was removed. */
    onFile() {
      setImageError(null)
      stop(work.current)
      change(0)
    },
    saveNow() {
      work.current.omitted = null
      void save.current(true)
    },
    /** The form as it is sent: with the id of a file that was stored with the draft, so that it is not sent again. */
    sent(body: FormData): FormData {
      const { stored } = work.current
      if (stored && form.current && chosenFile(form.current) === stored.file) {
        body.delete('image')
        body.set('imageId', stored.id)
      }
      return body
    },
  }
}

export type Saving = ReturnType<typeof useDraftSaving>

function stop(work: Work): void {
  clearTimeout(work.timer)
  work.timer = undefined
}

function failureOf(result: Exclude<Awaited<Upload<SubmissionRefusal>['result']>, { is: 'canceled' }>) {
  if (result.is === 'failed') return { message: result.message, imageError: undefined }
  const { message, errors } = result.answer as SubmissionRefusal
  const first = Object.values(errors).find(Boolean)
  return { message: message ?? first ?? MESSAGES.failed, imageError: errors.image }
}

function chosenFile(form: HTMLFormElement): File | null {
  const field = form.elements.namedItem('image')
  return field instanceof HTMLInputElement ? (field.files?.[0] ?? null) : null
}

/** The form as a save sends it: as text if it has no file to store. */
function draftBody(form: HTMLFormElement, { stored, omitted }: Work): FormData | URLSearchParams {
  const fields = new FormData(form)
  fields.delete('imageRefused')
  fields.delete('withoutImage')
  const file = chosenFile(form)
  if (file && file !== stored?.file && file !== omitted) return fields
  fields.delete('image')
  if (file && file === stored?.file) fields.set('imageId', stored.id)
  return new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
}
