import { useEffect, useRef } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { DRAFT_MESSAGES as MESSAGES } from '#domain/submissions/drafts.ts'
import type { Saving } from './draft-saving.tsx'

/** Without scripts, the button sends the form to the address of the draft. */
export function SaveDraftButton({
  action,
  state,
  saveNow,
}: Pick<Saving, 'state' | 'saveNow'> & { action: string }) {
  return (
    <Button
      variant="secondary"
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

interface NoteProps extends Pick<Saving, 'state'> {
  /** The form is as the draft was saved before this page. */
  isKept: boolean
  /** While there is nothing to say about the draft. */
  otherwise: string
}

/** Whether the draft is saved, in a few words. Only what was asked for and failures are announced. */
export function DraftNote({ state, isKept, otherwise }: NoteProps) {
  return (
    <>
      {noteText(state, isKept) ?? otherwise}
      <span role="status" className="sr-only">
        {announcement(state)}
      </span>
    </>
  )
}

function noteText(state: Saving['state'], isKept: boolean): string | null {
  if (state.at === 'saving') return 'Saving draft...'
  if (state.at === 'failed') return 'Draft not saved'
  if (state.at === 'unsaved') return isKept ? MESSAGES.kept : null
  return state.withoutImage ? 'Saved without the image' : MESSAGES.kept
}

function announcement(state: Saving['state']): string {
  if (state.at === 'failed') return state.message
  if (state.at !== 'saved') return ''
  if (state.withoutImage) return MESSAGES.savedWithoutImage
  return state.asked ? MESSAGES.saved : ''
}

interface LineProps extends Pick<Saving, 'state'> {
  /** When the draft was saved before this page. */
  savedAt: Date | string | null
  challengeId: string
}

export function DraftLine({ state, savedAt, challengeId }: LineProps) {
  const place = useRef<HTMLDivElement>(null)
  const answer = (state.at === 'saved' || state.at === 'failed') && state.asked ? state : null
  useEffect(() => {
    if (answer) place.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  const at = state.at === 'saved' ? state.savedAt : savedAt
  return (
    <div ref={place} className="min-h-6 text-small text-muted">
      {state.at === 'failed' && <p className="text-bad">{state.message}</p>}
      {state.at === 'saved' && state.withoutImage && <p className="text-bad">{MESSAGES.savedWithoutImage}</p>}
      {at && (
        <p>
          Saved <Time value={at} format="datetime" />.{' '}
          <TextLink to={`/challenges/${challengeId}/draft/delete`}>Delete draft</TextLink>
        </p>
      )}
    </div>
  )
}
