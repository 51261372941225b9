import { memo, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { dropSentDraft } from '#app/forms/drafts/draft.ts'
import { sendForm } from '#app/forms/upload/send-form.ts'
import { isDraftConflict, DRAFT_MESSAGES as MESSAGES } from '#domain/submissions/drafts.ts'
import { KEPT_FIELDS, type SubmissionRefusal } from '../submission-values.ts'
import {
  baseField,
  chosenFile,
  draftBody,
  editorField,
  isBlank,
  isChanged,
  nameSave,
  noImages,
  omitImage,
  type Work,
} from './draft-form.ts'
import { retryDelay, type SaveResult, saveSchedule } from './save-schedule.ts'

export interface Draft {
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
  /** Names the page's data. */
  loaded: string
  /** Without it nothing is saved. */
  draft: Draft | undefined
  action: string
  /** The name under which the browser keeps what is not saved. */
  keptAs: string
  /** False while the form itself is sent. */
  enabled: boolean
  /** What the browser had kept was put into the form. */
  restored: boolean
  /** The saves that may have stored what was restored. */
  continues: string
  /** Shows the draft that the page's data have, and drops what the browser kept. */
  showLoaded: () => void
}

/** Saves the form as a draft on the server: a few seconds after an input, once a file is chosen, and when asked. */
export function useDraftSaving({ form, loaded, draft, action, keptAs, restored, ...options }: Options) {
  const { enabled, continues } = options
  const [state, setState] = useState<State>({ at: 'unsaved' })
  // Not of the page's data, which may be loaded again.
  const [editor] = useState(`${loaded} ${continues}`)
  /** Why the chosen file is not in the draft. */
  const [imageError, setImageError] = useState<string | null>(null)
  const [isImageSaved, setImageSaved] = useState(draft != null && draft.image !== null)
  /** The id of the page's data, whose draft was deleted since. */
  const [deletedSince, setDeletedSince] = useState<string>()
  const [savedAfterRefusal, setSavedAfterRefusal] = useState(false)
  const work = useRef<Work>({ upload: null, ...noImages, failures: 0, replaces: null, asksToShow: null })
  const latestSave = useRef(save)
  latestSave.current = save
  const [schedule] = useState(() => saveSchedule((asked) => latestSave.current(asked)))

  async function save(asked: boolean): Promise<SaveResult> {
    const { current } = work
    if (!form.current) return { is: 'saved' }
    // The server refuses an empty draft.
    if (!asked && baseField(form.current).value === '' && isBlank(form.current)) {
      setState({ at: 'unsaved' })
      return { is: 'saved' }
    }
    const file = chosenFile(form.current)
    nameSave(form.current, keptAs)
    const { body, withoutImage } = draftBody(form.current, current)
    setState((now) => (asked || now.at !== 'failed' ? { at: 'saving' } : now))
    const sending = {
      timeoutMs: 120_000,
      failedMessage: MESSAGES.failed,
      onProgress() {},
    }
    current.upload = sendForm<SubmissionRefusal>(action, body, sending)
    const result = await current.upload.result
    current.upload = null
    if (!form.current) return { is: 'saved' }
    if (result.is === 'canceled') {
      setState({ at: 'unsaved' })
      return result
    }
    if (result.is === 'failed') {
      if (file && body instanceof FormData && result.retryAfterMs === null) {
        // Texts may arrive where a file does not.
        current.refusedFile = file
        current.failures += 1
        sendLater(file, retryDelay(current.failures))
        return save(asked)
      }
      setState({ at: 'failed', message: result.message, asked, isConflict: false })
      return result
    }
    const { answer, status, retryAfterMs } = result
    const isSameFile = chosenFile(form.current) === file
    if (answer.ok) {
      if (asked) setSavedAfterRefusal(true)
      if (file && body instanceof FormData) {
        current.failures = 0
        if (answer.image) current.stored = { file, id: answer.image.id }
      }
      baseField(form.current).value = answer.revision ?? ''
      editorField(form.current).value = editor
      if (isSameFile) setImageSaved(Boolean(answer.image) && !withoutImage)
      if (isSameFile && !withoutImage) setImageError(null)
      if (schedule.hasChanges()) setState({ at: 'unsaved' })
      else {
        dropSentDraft(keptAs, body, KEPT_FIELDS)
        setState({ at: 'saved', savedAt: new Date(), asked, withoutImage })
      }
      return { is: 'saved' }
    }
    const message = answer.message ?? Object.values(answer.errors).find(Boolean) ?? MESSAGES.failed
    const isImageOmitted =
      status !== 503 &&
      (answer.errors.image || (body instanceof FormData && status === 429)) &&
      omitImage(current, { file, body })
    if (isImageOmitted) {
      // The texts are saved without it: files have a separate limit. Another file may be chosen already.
      if (isSameFile && current.refusedFile === file) setImageError(answer.errors.image ?? message)
      clearTimeout(current.resend)
      if (file && retryAfterMs !== null) sendLater(file, retryAfterMs)
      return save(asked)
    }
    const isConflict = isDraftConflict(answer.message)
    if (isConflict) {
      current.replaces = answer.values.draftBase
      showConflict(message, asked)
      return { is: 'conflict' }
    }
    setState({ at: 'failed', message, asked, isConflict: false })
    return retryAfterMs === null ? { is: 'refused' } : { is: 'failed', retryAfterMs }
  }

  function showConflict(message: string, asked: boolean) {
    if (message === MESSAGES.deletedElsewhere) {
      setDeletedSince(loaded)
      setImageSaved(false)
    }
    setState({ at: 'failed', message, asked, isConflict: true })
  }

  /** Without it, texts are saved until then. */
  function sendLater(file: File, delayMs: number) {
    const { current } = work
    clearTimeout(current.resend)
    current.resend = setTimeout(() => {
      if (current.refusedFile !== file) return
      current.refusedFile = null
      schedule.change(0)
    }, delayMs)
  }

  function change(delayMs?: number) {
    work.current.asksToShow = null
    schedule.change(delayMs)
    setState((now) => (now.at === 'saved' ? { at: 'unsaved' } : now))
  }

  useEffect(() => () => clearTimeout(work.current.resend), [])
  useEffect(() => {
    const onChange = () => document.hidden && schedule.hurry()
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [schedule])
  const hasDraft = draft !== undefined
  // What was typed before the scripts ran, or restored, is not saved yet.
  useEffect(() => {
    if (!form.current) return
    if (restored) editorField(form.current).value = `${editor} ${continues}`
    if (hasDraft && (restored || isChanged(form.current))) schedule.change()
  }, [form, hasDraft, restored, schedule, editor, continues])
  const { revalidate } = useRevalidator()
  const [shown, setShown] = useState<string>()
  const showLoaded = useRef(() => {})
  showLoaded.current = () => {
    const { current } = work
    if (!draft || current.asksToShow === null || current.asksToShow === loaded || current.upload) return
    if (!draft.savedAt) {
      Object.assign(current, { replaces: '', asksToShow: null })
      return showConflict(MESSAGES.deletedElsewhere, true)
    }
    Object.assign(current, noImages, { replaces: null, asksToShow: null })
    schedule.reset()
    options.showLoaded()
    if (form.current) editorField(form.current).value = editor
    setImageError(null)
    setImageSaved(draft.image !== null)
    setState({ at: 'saved', savedAt: new Date(draft.savedAt), asked: false, withoutImage: false })
    setShown(loaded)
  }
  useEffect(() => {
    if (loaded) showLoaded.current()
  }, [loaded])
  useEffect(() => {
    if (shown) form.current?.querySelector<HTMLElement>('input[type="text"]')?.focus()
  }, [form, shown])
  useEffect(() => {
    schedule.enable(enabled && hasDraft)
    if (!enabled) {
      work.current.upload?.cancel()
      setSavedAfterRefusal(false)
    }
    return () => schedule.enable(false)
  }, [schedule, enabled, hasDraft])

  return {
    state,
    /** At first. */
    editor,
    isSaved: state.at === 'saved',
    /** When the draft was saved that the page's data have; null without any, or once it was deleted. */
    loadedAt: draft && loaded !== deletedSince ? draft.savedAt : null,
    /** The member saved the draft since the form was last sent. */
    savedAfterRefusal,
    onInput({ target }: React.FormEvent) {
      const isFile = target instanceof HTMLInputElement && target.type === 'file'
      if (!isFile) change()
    },
    imageError,
    /** The form's image is stored with the draft. */
    isImageSaved,
    /** Also when the file was removed. */
    onFile() {
      setImageError(null)
      setImageSaved(false)
      change(0)
    },
    /** The draft may have been saved with what is discarded. */
    onDiscard() {
      schedule.reset()
      work.current.replaces = null
      // A change has no save that could have stored what another tab has.
      if (form.current && !draft) editorField(form.current).value = loaded
      setImageError(null)
      change(0)
    },
    saveNow() {
      // It may have been refused because too many were sent.
      work.current.refusedFile = null
      const { replaces } = work.current
      if (form.current && replaces !== null) baseField(form.current).value = replaces
      Object.assign(work.current, { replaces: null, asksToShow: null })
      schedule.ask()
    },
    /**
     * The form as it is sent: with the id of a file that was stored with the draft, so that it is not sent again, and in
     * place of what another page saved, if the member knows of that. A change has a name, as a save of a draft has.
     */
    sent(body: FormData): FormData {
      const { stored, replaces } = work.current
      if (form.current && !draft) {
        nameSave(form.current, keptAs)
        body.set('draftEditor', editorField(form.current).value)
      }
      if (replaces !== null) body.set('draftBase', replaces)
      if (stored && form.current && chosenFile(form.current) === stored.file) {
        body.delete('image')
        body.set('imageId', stored.id)
      }
      return body
    },
    /** The form was refused, because another page saved `replaces`. */
    onConflict(message: string, replaces: string) {
      work.current.replaces = replaces
      setState({ at: 'failed', message, asked: true, isConflict: true })
    },
    /** Shows what another page saved, once it is loaded, without what this one has. */
    loadSaved() {
      work.current.asksToShow = loaded
      revalidate()
    },
  }
}

/** A field that saves change. Memoized, because React resets a hidden field that it renders again. */
export const SaveField = memo(function SaveField(props: {
  name: 'draftBase' | 'draftEditor'
  value: string
}) {
  return <input type="hidden" name={props.name} defaultValue={props.value} />
})

export type Saving = ReturnType<typeof useDraftSaving>
