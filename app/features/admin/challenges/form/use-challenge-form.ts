import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useUploadForm } from '#app/forms/upload/use-upload-form.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { uploadTimeoutMs } from '#domain/media/rules.ts'
import type { ChallengeRefusal, ChallengeValues } from './challenge-values.ts'
import { inBrowserZone, localText } from './local-time.ts'
import { withChange } from './timeline-changes.ts'

interface Options {
  start: ChallengeValues
  imageId?: string | null
  refused?: ChallengeRefusal
}

/** Client state of the challenge form; its dates are shown in the time zone of the browser. */
export function useChallengeForm({ start, imageId, refused }: Options) {
  const { pathname } = useLocation()
  const [completion, setCompletion] = useState(refused?.completion)
  const deadlineBefore = useRef('')
  const upload = useUploadForm<ChallengeValues>({
    action: pathname,
    start,
    image: imageId ? { id: imageId } : null,
    refused,
    timeoutMs: uploadTimeoutMs,
    failedMessage: CHALLENGE_FORM_MESSAGES.failed,
    leaveAfterMs: 1_500,
    onRefused(refusal: ChallengeRefusal) {
      setCompletion(refusal.completion)
      setValues((current) => ({ ...current, savedAs: refusal.values.savedAs }))
    },
  })
  const [values, setValues] = useState(upload.values)
  useEffect(() => setValues(inBrowserZone), [])

  return {
    ...upload,
    values,
    /** What completing the challenge does, while that is to be confirmed. */
    completion,
    dismissCompletion() {
      setCompletion(undefined)
      upload.backToForm()
    },
    change(change: Partial<ChallengeValues>) {
      upload.onInput()
      if (change.status) setCompletion(undefined)
      if (change.type === 'daily' && values.type !== 'daily') deadlineBefore.current = values.deadline
      const clock = { now: new Date(), textOf: localText, deadlineBefore: deadlineBefore.current }
      setValues((current) => withChange(current, change, clock))
    },
  }
}
