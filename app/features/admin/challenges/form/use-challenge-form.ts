import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUploadForm } from '#app/forms/upload/use-upload-form.ts'
import type { OpeningChoice } from '#domain/challenges/opening.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { uploadTimeoutMs } from '#domain/media/rules.ts'
import { type ChallengeRefusal, type ChallengeValues, type ErrorField, MOMENTS } from './challenge-values.ts'
import { inBrowserZone, localText } from './local-time.ts'
import { type LinkedChange, withLinkedChange, withOpening } from './timeline-changes.ts'

interface FormState {
  values: ChallengeValues
  linked: LinkedChange | null
}

/** The fields of which one can cause an error of another. */
const TIMELINE: readonly string[] = ['type', 'status', 'autoActivate', 'allowVoting', ...MOMENTS]

interface Options {
  start: ChallengeValues
  imageId?: string | null
  refused?: ChallengeRefusal
}

/** Client state of the challenge form; its dates are shown in the time zone of the browser. */
export function useChallengeForm({ start, imageId, refused }: Options) {
  const { pathname } = useLocation()
  const [question, setQuestion] = useState(refused?.question)
  const deadlineBefore = useRef('')
  const upload = useUploadForm<ChallengeValues, ErrorField>({
    action: pathname,
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
  const [{ values, linked }, setState] = useState<FormState>({ values: upload.values, linked: null })
  function setValues(change: (values: ChallengeValues) => ChallengeValues) {
    setState((current) => ({ ...current, values: change(current.values) }))
  }
  useEffect(() => setState((current) => ({ ...current, values: inBrowserZone(current.values) })), [])

  function clockNow() {
    return { now: new Date(), textOf: localText, deadlineBefore: deadlineBefore.current }
  }

  function changed({ values, linked }: FormState, change: Partial<ChallengeValues>): FormState {
    if (change.type === 'daily' && values.type !== 'daily') deadlineBefore.current = values.deadline
    const clock = clockNow()
    return withLinkedChange(values, change, clock, linked)
  }

  return {
    ...upload,
    values,
    linked,
    question,
    dismissQuestion() {
      setQuestion(undefined)
      upload.backToForm()
    },
    choose(choice: OpeningChoice) {
      upload.onInput()
      upload.clearErrors(['type', 'status', 'allowVoting', ...MOMENTS])
      setQuestion(undefined)
      setState(({ values }) => ({ values: withOpening(values, choice, clockNow()), linked: null }))
    },
    change(change: Partial<ChallengeValues>) {
      upload.onInput()
      if (TIMELINE.some((name) => name in change))
        upload.clearErrors(['type', 'status', 'allowVoting', ...MOMENTS])
      if (change.status) setQuestion(undefined)
      setState((current) => changed(current, change))
    },
  }
}
