import { useEffect, useRef, useState } from 'react'
import { useNavigate, useNavigation, useRevalidator } from 'react-router'
import { showToastOn } from '#app/ui/toast.tsx'
import { asTyped } from '#platform/text/text.ts'
import { isLoadingModules } from '../connection/route-modules.ts'
import { dropDraft, dropSentDraft, restoreDraft, saveDraft } from '../drafts/draft.ts'
import { withEarlyText } from '../drafts/early-text.ts'
import { type FormRefusal, type SendResult, sendForm, type Upload } from './send-form.ts'

interface KeptDraft<Values> {
  key: string
  fields: readonly (keyof Values & string)[]
  /** The field with the version of `start` that is changed. */
  base?: keyof Values & string
  /** Kept with the fields, to restore where they come from. */
  origin?: readonly (keyof Values & string)[]
  /** A field that was not changed here is not kept: another device may change it. */
  changedOnly?: boolean
}

interface Options<Values, Field extends string> {
  action: string
  start: Values
  image?: FormRefusal<Values, Field>['image']
  /** The server's refusal when the form was sent without scripts. */
  refused?: FormRefusal<Values, Field>
  draft?: KeptDraft<Values> | null
  timeoutMs?: number
  failedMessage: string
  /** Changes what is sent. */
  prepare?: (body: FormData) => FormData
  /** How long the success message stays before the next page; 0 leaves at once. */
  leaveAfterMs?: number
  onRefused?: (refusal: FormRefusal<Values, Field>) => void
}

type Phase =
  | { at: 'form' }
  | { at: 'uploading'; percent: number | null }
  | { at: 'failed'; message: string }
  | { at: 'done'; message: string; to: string }

const defaultTimeoutMs = 120_000

/** Client state of a form with an upload: draft, progress, result, focus and leaving the page. */
export function useUploadForm<Values extends object, Field extends string = never>(
  options: Options<Values, Field>,
) {
  type Refusal = FormRefusal<Values, Field>
  const { action, start, refused, draft, timeoutMs = defaultTimeoutMs, failedMessage } = options
  const initial: Refusal = {
    message: null,
    signedOut: false,
    errors: {},
    values: start,
    image: options.image ?? null,
    imageRefused: false,
  }
  const form = useRef<HTMLFormElement>(null)
  const [state, setState] = useState(refused ?? initial)
  const [phase, setPhase] = useState<Phase>({ at: 'form' })
  const [dirty, setDirty] = useState(refused !== undefined)
  const upload = useRef<Upload<Refusal> | null>(null)
  useEffect(() => () => upload.current?.cancel(), [])

  const { version, restored, keep, discard } = useDraft(
    { form, draft, start, isRefused: refused !== undefined },
    (values) => setState({ ...initial, values }),
  )
  useFocusOnReturn(form, phase.at, state, refused !== undefined)
  useLeave(phase, options.leaveAfterMs ?? 0)

  async function send(body: FormData) {
    if (upload.current || phase.at === 'done') return
    setState((current) => ({ ...current, message: null, signedOut: false, errors: {} }))
    const onProgress = (percent: number | null) => setPhase({ at: 'uploading', percent })
    onProgress(0)
    upload.current = sendForm<Refusal>(action, body, { timeoutMs, failedMessage, onProgress })
    const result = await upload.current.result
    upload.current = null
    receive(result, body)
  }

  function receive(result: SendResult<Refusal>, body: FormData) {
    if (result.is === 'canceled') return setPhase({ at: 'form' })
    if (result.is === 'failed') return setPhase({ at: 'failed', message: result.message })
    const { answer } = result
    if (answer.ok) {
      if (draft) dropSentDraft(draft.key, body, draft.fields)
      return setPhase({ at: 'done', message: answer.message, to: answer.to })
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
    /** Changes when the fields must be mounted again with new values. */
    draftVersion: version,
    draftRestored: restored,
    discardDraft: discard,
    cancel: () => upload.current?.cancel(),
    backToForm: () => setPhase({ at: 'form' }),
    /** The file field tells of refusals from now on. */
    onImageChoice() {
      const image = 'image' as Field
      setState((current) => ({ ...withoutError(current, image), imageRefused: false }))
      setDirty(true)
    },
    /** Removes the errors of fields whose input was changed. */
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
      const { submitter } = event.nativeEvent as SubmitEvent
      const body = new FormData(event.currentTarget)
      if (submitter instanceof HTMLButtonElement && submitter.name)
        body.append(submitter.name, submitter.value)
      send(options.prepare?.(body) ?? body)
    },
  }
}

function withoutError<Values, Field extends string>(state: FormRefusal<Values, Field>, field: Field) {
  return state.errors[field] ? { ...state, errors: { ...state.errors, [field]: undefined } } : state
}

export function hasErrors(errors: Partial<Record<string, string>>): boolean {
  return Object.values(errors).some(Boolean)
}

interface DraftOptions<Values> {
  form: React.RefObject<HTMLFormElement | null>
  draft: KeptDraft<Values> | null | undefined
  start: Values
  isRefused: boolean
}

/**
 * Restores the draft after hydration, beside what was typed before; `version` grows when the fields must take new
 * values.
 */
function useDraft<Values extends object>(
  { form, draft, start, isRefused }: DraftOptions<Values>,
  show: (values: Values) => void,
) {
  const [version, setVersion] = useState(0)
  const [restored, setRestored] = useState(false)
  function put(values: Values, isDraft: boolean) {
    show(values)
    setRestored(isDraft)
    setVersion((current) => current + 1)
  }
  // Once: later changes are the member's own input.
  const restore = useRef(() => {
    // A refused form has later texts.
    const stored = draft && !isRefused && restoreDraft(draft.key)
    if (!stored) return
    const early = form.current ? changedTexts(form.current) : {}
    const both = Object.entries(early).map(([name, text]) => [name, withEarly(name, text, stored[name])])
    const texts = { ...stored, ...Object.fromEntries(both) }
    if (isStart(texts, draft.fields)) return dropDraft(draft.key)
    if (both.length > 0) saveDraft(draft.key, texts)
    put({ ...start, ...texts }, true)
  })
  useEffect(() => restore.current(), [])

  function keep() {
    if (!draft || !form.current) return
    const versioned = draft.base ? [...draft.fields, draft.base] : draft.fields
    const texts = textsIn(form.current, [...versioned, ...(draft.origin ?? [])])
    // What was changed back is not restored over a later version.
    if (isStart(texts, versioned)) dropDraft(draft.key)
    else saveDraft(draft.key, draft.changedOnly ? withoutStart(texts) : texts)
  }

  function withoutStart(texts: Record<string, string>): Record<string, string> {
    const isChanged = ([name, text]: [string, string]) => text.trim() !== startText(name).trim()
    return Object.fromEntries(Object.entries(texts).filter(isChanged))
  }

  function startText(name: string): string {
    return String(start[name as keyof Values])
  }

  function isStart(texts: Record<string, string>, fields: readonly (keyof Values & string)[]): boolean {
    return fields.every((name) => (texts[name] ?? startText(name)).trim() === startText(name).trim())
  }

  /** What was typed before the scripts ran. */
  function changedTexts(element: HTMLFormElement): Record<string, string> {
    const texts = Object.entries(textsIn(element, draft?.fields ?? []))
    const unchanged = (name: string) => asTyped(startText(name)).trim()
    return Object.fromEntries(texts.filter(([name, text]) => asTyped(text).trim() !== unchanged(name)))
  }

  /** Of a choice, the one that was made last. */
  function withEarly(name: string, early: string, kept: string | undefined): string {
    const control = form.current?.elements.namedItem(name)
    const isArea = control instanceof HTMLTextAreaElement
    if (kept === undefined || !(isArea || (control instanceof HTMLInputElement && control.type === 'text')))
      return early
    return withEarlyText(kept, early, { start: asTyped(startText(name)), separator: isArea ? '\n' : ' ' })
  }

  function discard() {
    if (draft) dropDraft(draft.key)
    put(start, false)
  }
  return { version, restored, keep, discard }
}

function textsIn(form: HTMLFormElement, fields: readonly string[]): Record<string, string> {
  const data = new FormData(form)
  return Object.fromEntries(fields.map((name) => [name, String(data.get(name) ?? '')]))
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
    target?.focus()
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
      if (isLoadingModules() || isLeaving.current) return
      showToastOn(phase.to, phase.message)
      navigate(phase.to)
    }, afterMs)
    return () => clearTimeout(timer)
  }, [phase, afterMs, navigate, revalidate])
}
