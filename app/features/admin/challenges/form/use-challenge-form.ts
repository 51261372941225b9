import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useUploadForm } from '#app/forms/upload/use-upload-form.ts'
import type { OpeningChoice } from '#domain/challenges/opening.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { uploadTimeoutMs } from '#domain/media/rules.ts'
import {
  type ChallengeRefusal,
  type ChallengeValues,
  type ErrorField,
  TIMELINE,
  UNCONTROLLED,
} from './challenge-values.ts'
import { inBrowserZone, localText } from './local-time.ts'
import { noteOf, withChange, withOpening } from './timeline-changes.ts'

interface Options {
  start: ChallengeValues
  imageId?: string | null
  refused?: ChallengeRefusal
}

/** Client state of the challenge form; its dates are shown in the time zone of the browser. */
export function useChallengeForm({ start, imageId, refused }: Options) {
  const { pathname, search } = useLocation()
  const [question, setQuestion] = useState(refused?.question)
  const upload = useUploadForm<ChallengeValues, ErrorField>({
    action: pathname + search,
    start,
    image: imageId ? { id: imageId } : null,
    refused,
    timeoutMs: uploadTimeoutMs,
    failedMessage: CHALLENGE_FORM_MESSAGES.failed,
    leaveAfterMs: 1_500,
    onRefused(refusal: ChallengeRefusal) {
      setQuestion(refusal.question)
      setValues((values) => ({ ...values, savedAs: refusal.values.savedAs }))
    },
  })
  const [{ values, note }, setState] = useState({
    values: upload.values,
    note: null as string | null,
    deadlineBefore: '',
  })
  function setValues(change: (values: ChallengeValues) => ChallengeValues) {
    setState((current) => ({ ...current, values: change(current.values) }))
  }
  useEffect(() => setState((current) => ({ ...current, values: inBrowserZone(current.values) })), [])

  function changed(names: string[]) {
    upload.onInput()
    if ([...TIMELINE, 'autoActivate'].some((name) => names.includes(name))) upload.clearErrors(TIMELINE)
    if (names.includes('status')) setQuestion(undefined)
  }

  return {
    ...upload,
    values,
    note,
    question,
    dismissQuestion() {
      setQuestion(undefined)
      upload.backToForm()
    },
    /** Notes for the preview what the browser holds alone. */
    onInput(event: React.FormEvent<HTMLFormElement>) {
      upload.onInput(event)
      const { name, value } = event.target as HTMLInputElement
      if (UNCONTROLLED.some((field) => field === name)) setValues((values) => ({ ...values, [name]: value }))
    },
    choose(choice: OpeningChoice) {
      changed(['status'])
      setState((current) => {
        const clock = { now: new Date(), textOf: localText, deadlineBefore: '' }
        return { ...current, values: withOpening(current.values, choice, clock), note: null }
      })
    },
    change(change: Partial<ChallengeValues>) {
      changed(Object.keys(change))
      setState(({ values, note, deadlineBefore: before }) => {
        const deadlineBefore = change.type === 'daily' && values.type !== 'daily' ? values.deadline : before
        const next = withChange(values, change, { now: new Date(), textOf: localText, deadlineBefore })
        return { values: next, note: noteOf(values, next, change) ?? note, deadlineBefore }
      })
    },
  }
}
