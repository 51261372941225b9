import { useEffect, useState } from 'react'
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
  const upload = useUploadForm<ChallengeValues>({
    action: pathname,
    start,
    image: imageId ? { id: imageId } : null,
    refused,
    timeoutMs: uploadTimeoutMs,
    failedMessage: CHALLENGE_FORM_MESSAGES.failed,
    leaveAfterMs: 1_500,
  })
  const [values, setValues] = useState(upload.values)
  useEffect(() => setValues(inBrowserZone), [])

  return {
    ...upload,
    values,
    change(change: Partial<ChallengeValues>) {
      upload.onInput()
      setValues((current) => withChange(current, change, new Date(), localText))
    },
  }
}
