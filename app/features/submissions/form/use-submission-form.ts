import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { dropDraft, loadDraft, saveDraft } from '#app/forms/draft.tsx'
import { useUpload } from '#app/forms/upload-form.ts'
import { SUBMISSION_MESSAGES } from '#domain/submissions/rules.ts'
import { draftOf, isSameDraft, type SubmissionRefusal, type SubmissionValues } from './submission-values.ts'

interface Options {
  start: SubmissionValues
  image?: SubmissionRefusal['image']
  refused?: SubmissionRefusal
  draftKey: string
}

const timeoutMs = 120_000

/** The life of an entry's form in the browser: its texts and draft, its way to the server, the answer. */
export function useSubmissionForm(form: RefObject<HTMLFormElement | null>, options: Options) {
  const { start, refused, draftKey } = options
  const untouched = { ...nothingRefused, values: start, image: options.image ?? null }
  const [state, setState] = useState<SubmissionRefusal>(refused ?? untouched)
  const [dirty, setDirty] = useState(refused !== undefined)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const draft = useDraft(draftKey, start, !refused, (values) => setState({ ...untouched, values }))

  const sending = useUpload<SubmissionRefusal>({
    timeoutMs,
    failedMessage: SUBMISSION_MESSAGES.failed,
    settle(result) {
      if (result.is === 'canceled') return { at: 'form' }
      if (result.is === 'failed') return { at: 'failed', message: result.message }
      if (result.answer.ok) {
        dropDraft(draftKey)
        navigate(result.answer.to, { replace: true })
        return { at: 'done' }
      }
      const { message, signedOut } = result.answer
      if (!message) {
        setState(result.answer)
        return { at: 'form' }
      }
      setState((current) => ({ ...current, message: null, signedOut, errors: {} }))
      return { at: 'failed', message }
    },
  })
  useFocusOnReturn(form, sending.phase.at, state)

  return {
    state,
    dirty,
    ...sending,
    ...draft,
    onInput: useCallback(() => {
      setDirty(true)
      if (form.current) saveDraft(draftKey, draftOf(new FormData(form.current)))
    }, [form, draftKey]),
    onImage() {
      setDirty(true)
      setState((current) => ({ ...current, errors: { ...current.errors, image: undefined } }))
    },
    onSubmit(event: React.FormEvent<HTMLFormElement>) {
      event.preventDefault()
      sending.send(pathname, new FormData(event.currentTarget))
    },
  }
}

const nothingRefused = { message: null, signedOut: false, errors: {} }

/** Shows the kept texts once the page is alive; `version` grows when the fields have to take new values. */
function useDraft(
  key: string,
  start: SubmissionValues,
  wanted: boolean,
  show: (values: SubmissionValues) => void,
) {
  const [version, setVersion] = useState(0)
  const [draftRestored, setRestored] = useState(false)
  function put(values: SubmissionValues, restored: boolean) {
    show(values)
    setRestored(restored)
    setVersion((current) => current + 1)
  }
  // Once, when the page has come alive: later changes are the member's own typing.
  const restore = useRef(() => {
    const kept = wanted ? loadDraft(key) : null
    if (kept && !isSameDraft(kept, start)) put({ ...start, ...kept }, true)
  })
  useEffect(() => restore.current(), [])
  function discardDraft() {
    dropDraft(key)
    put(start, false)
  }
  return { version, draftRestored, discardDraft }
}

/** Back from a screen in between, the focus goes to the first field to mend, else to the form's button. */
function useFocusOnReturn(form: RefObject<HTMLFormElement | null>, at: string, state: SubmissionRefusal) {
  const before = useRef(at)
  useEffect(() => {
    const returned = before.current !== 'form' && at === 'form'
    before.current = at
    if (!returned) return
    const marked = state.errors && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = marked ?? form.current?.querySelector<HTMLElement>('button[type="submit"]')
    target?.focus()
  }, [at, form, state])
}
