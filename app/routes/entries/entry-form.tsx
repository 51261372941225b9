import { useRef } from 'react'
import { useLocation } from 'react-router'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { UnsavedGuard } from '#app/ui/forms/unsaved.tsx'
import { Notice } from '#app/ui/surfaces/notice.tsx'
import type { Kind } from '#domain/challenges/rules.ts'
import { EntryFields } from './entry-fields.tsx'
import type { EntryRefusal, EntryValues } from './entry-values.ts'
import { PictureFields } from './picture-fields.tsx'
import { FailureCard, UploadCard } from './sending-cards.tsx'
import { SignInMessage } from './sign-in-message.tsx'
import { useEntryForm } from './use-entry-form.ts'

interface Props {
  challenge: { id: string; kind: Kind }
  /** The form as it is before anything is typed: empty, or the entry that is edited. */
  start: EntryValues
  picture?: EntryRefusal['picture']
  /** The server's answer where the form came as a page. */
  refused?: EntryRefusal
  draftKey: string
  cancelTo: string
  editing?: boolean
}

/** The form for an entry: a plain form that scripts send with progress, and whose texts this browser keeps. */
export function EntryForm(props: Props) {
  const { challenge, cancelTo, editing } = props
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const entry = useEntryForm(form, props)
  const { phase, state } = entry
  const label = editing ? 'Update Submission' : 'Submit Entry'

  return (
    <div className="min-w-0">
      {phase.at === 'failed' && (
        <FailureCard
          message={phase.message}
          challengeId={challenge.id}
          signedOut={state.signedOut}
          returnTo={pathname}
          onTryAgain={entry.backToForm}
        />
      )}
      {(phase.at === 'uploading' || phase.at === 'done') && (
        <UploadCard
          percent={phase.at === 'uploading' ? phase.percent : null}
          editing={editing === true}
          onCancel={entry.cancel}
        />
      )}
      <form
        ref={form}
        method="post"
        action={pathname}
        encType="multipart/form-data"
        // The server's words say what is missing, in each browser the same.
        noValidate
        aria-label={editing ? 'Your submission' : 'Your entry'}
        className="card card-body"
        hidden={phase.at !== 'form'}
        onSubmit={entry.onSubmit}
        onInput={entry.onInput}
      >
        <RefusalNotice state={state} returnTo={pathname} />
        {entry.draftRestored && <DraftNotice onDiscard={entry.discardDraft} />}
        <EntryFields key={entry.version} kind={challenge.kind} values={state.values} errors={state.errors}>
          <PictureFields
            key={state.picture?.id}
            picture={state.picture}
            error={state.errors.image}
            onChoose={entry.onPicture}
          />
        </EntryFields>
        <div className="mt-8 flex flex-wrap gap-3">
          <Button size="large">{label}</Button>
          <ButtonLink to={cancelTo} look="quiet" size="large">
            Cancel
          </ButtonLink>
        </div>
      </form>
      <UnsavedGuard when={entry.dirty && phase.at !== 'done'}>
        Your entry is not submitted yet. This browser keeps what you typed, but not a chosen picture.
      </UnsavedGuard>
    </div>
  )
}

function RefusalNotice({ state, returnTo }: { state: EntryRefusal; returnTo: string }) {
  const marked = Object.values(state.errors).some(Boolean)
  if (!state.message && !marked) return null
  return (
    <div className="mb-6">
      <Notice tone="bad" alert>
        {state.signedOut ? <strong className="block">Sign In Required</strong> : null}
        {state.signedOut ? (
          <SignInMessage message={state.message} returnTo={returnTo} />
        ) : (
          (state.message ?? 'Not submitted yet. Please mend what is marked below.')
        )}
      </Notice>
    </div>
  )
}
