import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Time } from '#app/ui/time.tsx'
import { formatTime } from '#app/ui/time-format.ts'
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
export function DraftState({ state }: Pick<Saving, 'state'>) {
  const place = useRef<HTMLDivElement>(null)
  const answer = (state.at === 'saved' || state.at === 'failed') && state.asked ? state : null
  useEffect(() => {
    if (answer) place.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  return (
    <div ref={place} className="mt-6 mb-2 min-h-6 scroll-my-24 text-small text-muted">
      {state.at === 'saving' && <span>Saving draft...</span>}
      {state.at === 'saved' && state.withoutImage && (
        <span className="text-bad">{MESSAGES.savedWithoutImage}</span>
      )}
      {state.at === 'saved' && !state.withoutImage && (
        <span>{`Draft saved at ${formatTime(state.savedAt, 'hour')}. Only you can see it until you submit it.`}</span>
      )}
      {state.at === 'failed' && <span className="text-bad">{state.message}</span>}
      <span role="status" className="sr-only">
        {announcement(state)}
      </span>
    </div>
  )
}

function announcement(state: Saving['state']): string {
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
