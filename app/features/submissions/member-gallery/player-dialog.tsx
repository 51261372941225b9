import { useEffect } from 'react'
import { submissionPath } from '#app/parts/paths.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Player } from '../player.tsx'
import type { PlayableSubmission } from './gallery.server.ts'

interface Props {
  submission: PlayableSubmission | null
  onClose: () => void
}

/** The player in a dialog. Closing removes its frame, which stops the sound. */
export function PlayerDialog({ submission, onClose }: Props) {
  useFocusKept()
  return (
    <Dialog open={submission !== null} onClose={onClose} title={submission?.title ?? ''}>
      {submission?.content && (
        <>
          {/* The first control gets the focus; a focused frame would swallow the Escape key. */}
          <p className="-mt-2 mb-5 text-small text-muted">
            <TextLink to={submissionPath(submission)}>View the submission</TextLink> to{' '}
            <bdi>{submission.challengeTitle}</bdi>
          </p>
          <Player
            kind={submission.kind === 'audio' ? 'audio' : 'video'}
            title={submission.title}
            {...submission.content}
            playing
          />
        </>
      )}
    </Dialog>
  )
}

/**
 * A frame of another site keeps the keys that are pressed in it. After a click into the frame of a dialog, the focus
 * returns to the dialog's Close button, so that Escape closes it (decision 082). Tab still reaches the frame's controls.
 * The page learns of the click by its blur only, since the frame may run in a process of its own.
 */
function useFocusKept() {
  useEffect(() => {
    let byTab = false
    const onKeyDown = (event: KeyboardEvent) => {
      byTab = event.key === 'Tab'
    }
    const onFocusIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLIFrameElement)) byTab = false
    }
    const onBlur = () => {
      const focused = document.activeElement
      if (byTab || !focused?.matches('dialog iframe')) return
      const close = focused.closest('dialog')?.querySelector<HTMLElement>('[data-close]')
      if (close) setTimeout(() => close.focus())
    }
    const listening = new AbortController()
    const { signal } = listening
    document.addEventListener('keydown', onKeyDown, { signal })
    document.addEventListener('focusin', onFocusIn, { signal })
    window.addEventListener('blur', onBlur, { signal })
    return () => listening.abort()
  }, [])
}
