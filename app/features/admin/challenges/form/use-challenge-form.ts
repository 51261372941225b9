import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUpload } from '#app/forms/upload-form.ts'
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

const leaveAfterMs = 1_500

/** The life of the challenge form in the browser: its moments in the organiser's zone, its way to the server, the answer. */
export function useChallengeForm({ start, imageId, refused }: Options) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const [values, setValues] = useState(refused?.values ?? start)
  const [message, setMessage] = useState(refused?.message ?? null)
  const [image, setImage] = useState(refused?.picture?.id ?? imageId ?? null)
  const [saved, setSaved] = useState<{ message: string; to: string } | null>(null)
  const [dirty, setDirty] = useState(refused !== undefined)
  useEffect(() => setValues(inBrowserZone), [])
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => navigate(saved.to), leaveAfterMs)
    return () => clearTimeout(timer)
  }, [saved, navigate])

  const sending = useUpload<ChallengeRefusal>({
    timeoutMs: uploadTimeoutMs,
    failedMessage: CHALLENGE_FORM_MESSAGES.failed,
    settle(result) {
      const answer = result.is === 'answered' ? result.answer : null
      if (answer?.ok) {
        setSaved(answer)
        return { at: 'done' }
      }
      if (answer) setImage(answer.picture?.id ?? null)
      setMessage(answer?.message ?? (result.is === 'failed' ? result.message : null))
      return { at: 'form' }
    },
  })

  return {
    values,
    message,
    imageId: image,
    dirty,
    phase: sending.phase,
    saved: saved?.message ?? null,
    touch: () => setDirty(true),
    cancel: sending.cancel,
    change(change: Partial<ChallengeValues>) {
      setDirty(true)
      setValues((current) => withChange(current, change, new Date(), localText))
    },
    onSubmit(event: React.FormEvent<HTMLFormElement>) {
      event.preventDefault()
      setMessage(null)
      sending.send(pathname, new FormData(event.currentTarget))
    },
  }
}
