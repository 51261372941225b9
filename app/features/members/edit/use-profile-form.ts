import { type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { dropDraft, loadDraft, saveDraft } from '#app/forms/draft.tsx'
import { useUpload } from '#app/forms/upload-form.ts'
import { generatedDisplayName, PROFILE_MESSAGES } from '#domain/members/rules.ts'
import {
  type AvatarChoice,
  EDIT_PATH,
  type ProfileRefusal,
  type ProfileValues,
  unchanged,
} from './profile-values.ts'

interface Options {
  start: ProfileValues
  refused?: ProfileRefusal
  /** Under which this browser keeps what was typed; null where it does not. */
  draftKey: string | null
}

const timeoutMs = 120_000

const leaveAfterMs = 2_000

/** The life of the profile's form in the browser: what the preview shows, its way to the server, the answer. */
export function useProfileForm(
  form: RefObject<HTMLFormElement | null>,
  { start, refused, draftKey }: Options,
) {
  const [state, setState] = useState(refused ?? unchanged(start))
  const [texts, setTexts] = useState({ displayName: state.values.displayName, bio: state.values.bio })
  const [dirty, setDirty] = useState(refused !== undefined)
  const avatar = useAvatarChoice(state.values.avatar, start.avatar)
  const leave = useLeaving()

  // The fields may already hold what was typed before the page came alive.
  const read = useRef(() => {
    if (form.current) setTexts(textsIn(form.current))
  })
  useEffect(() => read.current(), [])
  const draft = useProfileDraft(form, refused ? null : draftKey, start, () => read.current())
  useFocusOnProblem(form, state)

  const sending = useUpload<ProfileRefusal>({
    timeoutMs,
    failedMessage: PROFILE_MESSAGES.failed,
    settle(result) {
      if (result.is === 'canceled') {
        form.current?.querySelector<HTMLElement>('button:not([hidden])[type="submit"]')?.focus()
        return { at: 'form' }
      }
      if (result.is === 'failed') {
        setState((current) => ({ ...current, message: result.message }))
        return { at: 'form' }
      }
      const { answer } = result
      if (answer.ok) {
        if (draftKey) dropDraft(draftKey)
        leave.after(answer)
        return { at: 'done' }
      }
      const { message, signedOut, errors } = answer
      if (message && Object.keys(errors).length === 0) {
        setState((current) => ({ ...current, message, signedOut }))
        return { at: 'form' }
      }
      setState(answer)
      if (answer.values.avatar) avatar.choose(answer.values.avatar)
      return { at: 'form' }
    },
  })

  function touch() {
    setDirty(true)
    read.current()
    if (draftKey && form.current) saveDraft(draftKey, textsIn(form.current))
  }

  return {
    state,
    texts,
    avatar,
    dirty,
    saved: leave.message,
    phase: sending.phase,
    cancel: sending.cancel,
    ...draft,
    touch,
    chooseFile(file: File | null) {
      setState((current) => ({ ...current, errors: { ...current.errors, image: undefined } }))
      avatar.chooseFile(file)
      setDirty(true)
    },
    generateName() {
      const field = form.current?.elements.namedItem('displayName')
      if (field instanceof HTMLInputElement) field.value = generatedDisplayName()
      touch()
    },
    onSubmit(event: React.FormEvent<HTMLFormElement>) {
      event.preventDefault()
      setState((current) => ({ ...current, errors: {}, message: null, signedOut: false }))
      sending.send(EDIT_PATH, new FormData(event.currentTarget))
    },
  }
}

/** Two seconds to read that it worked, then on (PROF-25); the rest of the page learns of it at once. */
function useLeaving() {
  const [saved, setSaved] = useState<{ message: string; to: string } | null>(null)
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!saved) return
    revalidate()
    const timer = setTimeout(() => navigate(saved.to), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [saved, navigate, revalidate])
  return { message: saved?.message ?? null, after: setSaved }
}

/** The first field to mend takes the focus; other problems take it at the form's head. */
function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, { errors, message }: ProfileRefusal) {
  useEffect(() => {
    if (message || !Object.values(errors).some(Boolean)) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, errors, message])
}

function textsIn(form: HTMLFormElement): ProfileTexts {
  const fields = new FormData(form)
  return { displayName: String(fields.get('displayName') ?? ''), bio: String(fields.get('bio') ?? '') }
}

/** A new file or one of the avatars: choosing one clears the other, taking the file back returns to `stored` (PROF-20). */
function useAvatarChoice(initial: AvatarChoice | '', stored: AvatarChoice | '') {
  const [chosen, setChosen] = useState(initial || stored)
  const [file, setFile] = useState<File | null>(null)
  const [cleared, setCleared] = useState(0)
  const [fileUrl, setFileUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return setFileUrl(null)
    const made = URL.createObjectURL(file)
    setFileUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  return {
    chosen,
    file,
    fileUrl,
    /** Grows when the file's field has to be emptied. */
    cleared,
    choose(avatar: AvatarChoice) {
      setChosen(avatar)
      if (!file) return
      setFile(null)
      setCleared((current) => current + 1)
    },
    chooseFile(next: File | null) {
      if (next) setChosen('')
      else if (file) setChosen(stored)
      setFile(next)
    },
  }
}

type ProfileTexts = Pick<ProfileValues, 'displayName' | 'bio'>

/** Puts back what was typed here before and never saved. */
function useProfileDraft(
  form: RefObject<HTMLFormElement | null>,
  key: string | null,
  start: ProfileTexts,
  shown: () => void,
) {
  const [draftRestored, setRestored] = useState(false)
  function put(texts: Partial<ProfileTexts>, restored: boolean) {
    for (const [name, text] of Object.entries(texts)) {
      const field = form.current?.elements.namedItem(name)
      if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = text
    }
    setRestored(restored)
    shown()
  }
  // Once, when the page has come alive: later changes are the member's own typing.
  const restore = useRef(() => {
    const { displayName, bio } = (key && loadDraft(key)) || start
    if (displayName !== start.displayName || bio !== start.bio) put({ displayName, bio }, true)
  })
  useEffect(() => restore.current(), [])
  function discardDraft() {
    if (key) dropDraft(key)
    put({ displayName: start.displayName, bio: start.bio }, false)
  }
  return { draftRestored, discardDraft }
}
