import { memo, useEffect, useRef, useState } from 'react'
import { lostConnectionMessage } from '#app/forms/connection/lost-connection.ts'
import { dropDraft } from '#app/forms/draft.tsx'
import { sendForm, type Upload } from '#app/forms/upload/send-form.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Time } from '#app/ui/time.tsx'
import { formatTime } from '#app/ui/time-format.ts'
import { isDraftConflict, DRAFT_MESSAGES as MESSAGES } from '#domain/submissions/drafts.ts'
import type { SubmissionRefusal } from './submission-values.ts'

export interface Draft {
  /** Names this page, so that it can repeat a save whose answer was lost. */
  editor: string
  savedAt: Date | string | null
  image: SubmissionRefusal['image']
}

type State =
  | { at: 'unsaved' }
  | { at: 'saving' }
  | { at: 'saved'; savedAt: Date; asked: boolean; withoutImage: boolean }
  | { at: 'failed'; message: string; asked: boolean; isConflict: boolean }

interface Options {
  form: React.RefObject<HTMLFormElement | null>
  draft: Draft | undefined
  action: string
  /** The name under which the browser keeps what is not saved. */
  keptAs: string
  /** False while the form itself is sent. */
  enabled: boolean
  /** What the browser had kept was put into the form. */
  restored: boolean
}

/** After the last input, and at the latest after the first one that is not saved. */
const delays = { pauseMs: 3_000, longestMs: 15_000 }

/** Saves the form as a draft on the server: a few seconds after an input, once a file is chosen, and when asked. */
export function useDraftSaving({ form, draft, action, keptAs, enabled, restored }: Options) {
  const [state, setState] = useState<State>({ at: 'unsaved' })
  /** Why the chosen file is not in the draft. */
  const [imageError, setImageError] = useState<string | null>(null)
  const [isImageSaved, setImageSaved] = useState(draft != null && draft.image !== null)
  const [savedAfterRefusal, setSavedAfterRefusal] = useState(false)
  const work = useRef<Work>({
    changedSince: null,
    upload: null,
    stored: null,
    refusedFile: null,
    stopped: false,
    replaces: null,
  })

  async function save(asked = false) {
    const { current } = work
    clearTimeout(current.timer)
    if (!form.current || !draft || !enabled || current.upload || (current.stopped && !asked)) return
    // The server refuses an empty draft.
    if (!asked && baseField(form.current).value === '' && isBlank(form.current)) {
      current.changedSince = null
      return setState({ at: 'unsaved' })
    }
    const file = chosenFile(form.current)
    const body = draftBody(form.current, current)
    current.changedSince = null
    setState({ at: 'saving' })
    const options = {
      timeoutMs: 120_000,
      failedMessage: MESSAGES.failed,
      unsentMessage: lostConnectionMessage,
      onProgress() {},
    }
    current.upload = sendForm<SubmissionRefusal>(action, body, options)
    const result = await current.upload.result
    current.upload = null
    if (!form.current) return
    if (result.is === 'canceled') return setState({ at: 'unsaved' })
    if (result.is === 'failed') return fail(result.message, { asked })
    const { answer } = result
    if (answer.ok) {
      current.stopped = false
      if (asked) setSavedAfterRefusal(true)
      if (file && body instanceof FormData && answer.image) current.stored = { file, id: answer.image.id }
      baseField(form.current).value = answer.revision ?? ''
      const withoutImage = file !== null && file === current.refusedFile
      if (chosenFile(form.current) === file) setImageSaved(Boolean(answer.image) && !withoutImage)
      if (current.changedSince !== null) {
        if (asked) return save(true)
        setState({ at: 'unsaved' })
        return later()
      }
      dropDraft(keptAs)
      return setState({ at: 'saved', savedAt: new Date(), asked, withoutImage })
    }
    if (answer.errors.image && body instanceof FormData) {
      // The texts are saved without it. Another file may be chosen already.
      current.refusedFile = file
      if (chosenFile(form.current) === file) setImageError(answer.errors.image)
      return save(asked)
    }
    const isConflict = isDraftConflict(answer.message)
    if (isConflict) current.replaces = answer.values.draftBase
    current.stopped = true
    fail(answer.message ?? Object.values(answer.errors).find(Boolean) ?? MESSAGES.failed, {
      asked,
      isConflict,
    })
  }

  function fail(message: string, { asked, isConflict = false }: { asked: boolean; isConflict?: boolean }) {
    work.current.changedSince ??= Date.now()
    setState({ at: 'failed', message, asked, isConflict })
  }

  function later(delayMs: number = delays.pauseMs) {
    const { current } = work
    current.changedSince ??= Date.now()
    clearTimeout(current.timer)
    const latest = current.changedSince + delays.longestMs - Date.now()
    current.timer = setTimeout(() => save(), Math.max(0, Math.min(delayMs, latest)))
    setState((now) => (now.at === 'saved' ? { at: 'unsaved' } : now))
  }

  const saveHidden = useRef(() => {})
  saveHidden.current = () => {
    if (document.hidden && work.current.changedSince !== null) save()
  }
  useEffect(() => {
    const { current } = work
    const onChange = () => saveHidden.current()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      clearTimeout(current.timer)
    }
  }, [])
  // What was typed before the scripts ran, or restored, is not saved yet.
  const saveEarlier = useRef(later)
  saveEarlier.current = later
  useEffect(() => {
    if (draft && form.current && (restored || isChanged(form.current))) saveEarlier.current()
  }, [draft, form, restored])
  useEffect(() => {
    if (enabled) return
    clearTimeout(work.current.timer)
    work.current.upload?.cancel()
    setSavedAfterRefusal(false)
  }, [enabled])

  return {
    state,
    isSaved: state.at === 'saved',
    /** The member saved the draft since the form was last sent. */
    savedAfterRefusal,
    onInput({ target }: React.FormEvent) {
      const isFile = target instanceof HTMLInputElement && target.type === 'file'
      if (draft && !isFile) later()
    },
    imageError,
    /** The form's image is stored with the draft. */
    isImageSaved,
    /** Also when the file was removed. */
    onFile() {
      setImageError(null)
      setImageSaved(false)
      if (draft) later(0)
    },
    /** The draft may have been saved with what is discarded. */
    onDiscard() {
      work.current.stopped = false
      work.current.replaces = null
      setImageError(null)
      if (draft) later(0)
    },
    saveNow() {
      // It may have been refused because the server was busy.
      work.current.refusedFile = null
      const { replaces } = work.current
      if (form.current && replaces !== null) baseField(form.current).value = replaces
      work.current.replaces = null
      return save(true)
    },
    /** The form with the id of a file that was stored with the draft, so that it is not sent again. */
    withStoredImage(body: FormData): FormData {
      const { stored } = work.current
      if (stored && form.current && chosenFile(form.current) === stored.file) {
        body.delete('image')
        body.set('imageId', stored.id)
      }
      return body
    },
    /** Shows what another page saved, without what this one has. */
    loadSaved() {
      dropDraft(keptAs)
      location.reload()
    },
  }
}

interface Work {
  timer?: ReturnType<typeof setTimeout>
  /** When the first change that is not saved was made; null if all are saved. */
  changedSince: number | null
  upload: Upload<SubmissionRefusal> | null
  /** The chosen file that the server has stored. */
  stored: { file: File; id: string } | null
  /** A chosen file that the server refused. */
  refusedFile: File | null
  /** Saves only when asked, because the last draft was refused. */
  stopped: boolean
  /** The revision by another page that a save replaces when the member asks for it, and never by itself. */
  replaces: string | null
}

function isChanged(form: HTMLFormElement): boolean {
  return textFields(form).some(({ value, defaultValue }) => value !== defaultValue)
}

function isBlank(form: HTMLFormElement): boolean {
  return !chosenFile(form) && textFields(form).every(({ value }) => value.trim() === '')
}

function textFields(form: HTMLFormElement) {
  return [...form.elements].filter(
    (field) =>
      field instanceof HTMLTextAreaElement ||
      (field instanceof HTMLInputElement && /^(text|url)$/.test(field.type)),
  ) as (HTMLInputElement | HTMLTextAreaElement)[]
}

function chosenFile(form: HTMLFormElement): File | null {
  const field = form.elements.namedItem('image')
  return field instanceof HTMLInputElement ? (field.files?.[0] ?? null) : null
}

/** Without a file to store, the form is sent as text. */
function draftBody(form: HTMLFormElement, { stored, refusedFile }: Work): FormData | URLSearchParams {
  const body = new FormData(form)
  body.delete('imageRefused')
  body.delete('withoutImage')
  const file = chosenFile(form)
  if (file && file !== stored?.file && file !== refusedFile) return body
  body.delete('image')
  if (file && file === stored?.file) body.set('imageId', stored.id)
  return new URLSearchParams([...body].map(([name, value]) => [name, String(value)]))
}

function baseField(form: HTMLFormElement) {
  return form.elements.namedItem('draftBase') as HTMLInputElement
}

/** The revision that the form has. Memoized, because React resets a hidden field that it renders again. */
export const DraftBase = memo(function DraftBase({ value }: { value: string }) {
  return <input type="hidden" name="draftBase" defaultValue={value} />
})

type Saving = ReturnType<typeof useDraftSaving>

/** Without scripts, the button sends the form to the address of the draft. */
export function SaveDraftButton({
  action,
  state,
  saveNow,
}: Pick<Saving, 'state' | 'saveNow'> & { action: string }) {
  return (
    <Button
      variant="secondary"
      size="large"
      formAction={`${action}#form`}
      formNoValidate
      pending={state.at === 'saving'}
      pendingLabel="Saving..."
      onClick={(event) => {
        event.preventDefault()
        saveNow()
      }}
    >
      Save Draft
    </Button>
  )
}

/** Whether the draft is saved. Only what was asked for and failures are announced. */
export function DraftState({ state, loadSaved }: Pick<Saving, 'state' | 'loadSaved'>) {
  const place = useRef<HTMLDivElement>(null)
  const answer = (state.at === 'saved' || state.at === 'failed') && state.asked ? state : null
  useEffect(() => {
    if (answer) place.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  return (
    <div ref={place} className="mt-6 mb-2 min-h-6 scroll-my-24 text-small text-muted">
      {state.at === 'saving' && 'Saving draft...'}
      {state.at === 'saved' && state.withoutImage && (
        <span className="text-bad">{MESSAGES.savedWithoutImage}</span>
      )}
      {state.at === 'saved' && !state.withoutImage && (
        <>Draft saved at {formatTime(state.savedAt, 'hour')}. Only you can see it until you submit it.</>
      )}
      {state.at === 'failed' && !state.isConflict && (
        <span className="text-bad">{state.message} Your browser keeps the text.</span>
      )}
      {state.at === 'failed' && state.isConflict && (
        <Notice tone="bad">
          <p className="text-ink">{state.message}</p>
          {state.message === MESSAGES.savedElsewhere && (
            <Button type="button" variant="secondary" size="small" className="mt-3" onClick={loadSaved}>
              Show the other draft
            </Button>
          )}
        </Notice>
      )}
      <span role="status" className="sr-only">
        {announcement(state)}
      </span>
    </div>
  )
}

function announcement(state: State): string {
  if (state.at === 'failed') return state.message
  if (state.at !== 'saved') return ''
  if (state.withoutImage) return MESSAGES.savedWithoutImage
  return state.asked ? MESSAGES.saved : ''
}

/** Above the form with a saved draft. */
export function SavedDraftNotice({ savedAt, challengeId }: { savedAt: Date | string; challengeId: string }) {
  return (
    <div className="mb-6">
      <Notice>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <span>
            This is your draft, saved <Time value={savedAt} style="datetime" />. Only you can see it until you
            submit it.
          </span>
          <ButtonLink to={`/challenges/${challengeId}/draft/delete`} variant="secondary" size="small">
            Delete draft
          </ButtonLink>
        </div>
      </Notice>
    </div>
  )
}
