import { useCallback, useState } from 'react'
import { useFetcher } from 'react-router'
import { hasErrors, useUploadForm } from '#app/forms/upload/use-upload-form.ts'
import { ActionBar } from '#app/parts/action-bar.tsx'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { UploadProgress } from '#app/parts/fields/upload-progress.tsx'
import { UnsavedGuard } from '#app/ui/browser/unsaved.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorSummary, FormProblem, SignInMessage } from '#app/ui/fields/form-message.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import type { Kind } from '#domain/challenges/rules.ts'
import { SUBMISSION_MESSAGES } from '#domain/submissions/refusals.ts'
import { Brief } from './brief.tsx'
import { type Draft, useDraftSaving } from './draft/draft-saving.tsx'
import { DraftLine, DraftNote, SaveDraftButton } from './draft/draft-state.tsx'
import { FormHead } from './form-head.tsx'
import { fieldId, fieldOrder, ImageFields, SubmissionFields } from './submission-fields.tsx'
import type { SubmissionRefusal, SubmissionValues } from './submission-values.ts'
import type { FormChallenge } from './submit.server.ts'

interface Props {
  challenge: FormChallenge
  head: React.ComponentProps<typeof FormHead>
  notice?: React.ReactNode
  knownTools: readonly string[]
  action: string
  /** Initial values: empty, of a draft, or of the edited submission. */
  start: SubmissionValues
  image?: SubmissionRefusal['image']
  refused?: SubmissionRefusal
  cancelTo: string
  editing?: boolean
  draft?: Draft
}

const TEXTS = {
  submit: {
    send: 'Submit Entry',
    refused: 'Your entry was not submitted.',
    unsaved: 'Your entry is not submitted yet, and your last changes are not saved.',
    overdue: 'What you have typed stays here, and what was saved as a draft can be copied later.',
  },
  edit: {
    send: 'Update Submission',
    refused: 'Your changes were not saved.',
    unsaved: 'Your changes are not saved yet.',
    overdue: 'What you have changed can no longer be saved.',
  },
}

const editUntil = 'Edit until then'

/** A plain form, the work first; scripts send it with progress and save a draft of a new submission. */
export function SubmissionForm(props: Props) {
  const { action, cancelTo, editing, draft } = props
  const upload = useUploadForm({
    action,
    prepare: (body) => saving.sent(body),
    start: props.start,
    image: props.image,
    refused: props.refused,
    keepsText: editing,
    failedMessage: SUBMISSION_MESSAGES.failed,
    onRefused: ({ values }) => setVersion(values.version),
  })
  const [version, setVersion] = useState(upload.values.version)
  const { phase, errors, image, signedOut } = upload
  const saving = useDraftSaving({
    form: upload.form,
    draft,
    action: `/challenges/${props.challenge.id}/draft`,
    enabled: phase.at === 'form',
  })
  const { challenge, isClosed, ask } = useDeadline(props.challenge, action)
  const texts = editing ? TEXTS.edit : TEXTS.submit
  const isAlreadySubmitted = phase.at === 'failed' && phase.message === SUBMISSION_MESSAGES.alreadySubmitted

  return (
    <>
      <FormHead {...props.head} />
      {props.notice}
      <div className="grid grid-cols-1 items-start gap-x-12 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="lg:col-start-2">
          <Brief challenge={challenge} onDeadline={ask} />
        </div>
        {phase.at !== 'form' && (
          <div className="max-lg:mt-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
            {phase.at === 'failed' && (
              <FailureCard
                message={phase.message}
                challengeId={challenge.id}
                signedOut={signedOut}
                returnTo={action}
                onTryAgain={upload.backToForm}
              />
            )}
            {phase.at === 'uploading' && (
              <UploadCard {...phase} editing={editing === true} onCancel={upload.cancel} />
            )}
            {phase.at === 'done' && <SavedCard to={phase.to} />}
          </div>
        )}
        <form
          ref={upload.form}
          method="post"
          // Without scripts a refusal is shown where the form begins.
          action={`${action}#form`}
          encType="multipart/form-data"
          // The server's messages are the same in every browser.
          noValidate
          className="contents"
          aria-label={editing ? 'Your submission' : 'Your entry'}
          hidden={phase.at !== 'form'}
          onSubmit={upload.onSubmit}
          onInput={(event) => {
            upload.onInput(event)
            saving.onInput(event)
          }}
        >
          <div id="form" className="scroll-mt-24 lg:col-start-1 lg:row-span-2 lg:row-start-1">
            <FormProblem
              problem={phase.at === 'form' ? upload.message : null}
              signIn={signedOut && { returnTo: action, verb: 'submit' }}
            />
            {hasErrors(errors) && !saving.isSavedAsAsked && (
              <div className="mt-5">
                <ErrorSummary lead={texts.refused} errors={listed(errors, challenge.kind)} />
              </div>
            )}
            {editing && <input type="hidden" name="version" value={version} />}
            <SubmissionFields
              kind={challenge.kind}
              knownTools={props.knownTools}
              values={upload.values}
              errors={errors}
            >
              <ImageFields
                key={image?.id}
                kind={challenge.kind}
                image={image}
                error={errors.image ?? saving.imageError ?? undefined}
                refused={upload.imageRefused || saving.imageError !== null}
                demanded={challenge.needsImage}
                onChoose={() => {
                  upload.onImageChoice()
                  saving.onFile()
                }}
              />
            </SubmissionFields>
          </div>
          <div className="mt-6 grid gap-4 lg:sticky lg:top-20 lg:col-start-2 lg:row-start-2 lg:rounded-card lg:border lg:border-line lg:bg-panel lg:p-5">
            <div role="status" className="empty:hidden">
              {isClosed && (
                <Notice tone="bad">
                  {SUBMISSION_MESSAGES.deadlinePassed}. {texts.overdue}
                </Notice>
              )}
            </div>
            {!isClosed && (
              <ActionBar
                label={texts.send}
                time={challenge.deadline && <TimeLeft until={challenge.deadline} now={challenge.now} />}
                note={
                  draft ? (
                    <DraftNote
                      {...saving}
                      isKept={draft.savedAt !== null && !upload.unsaved}
                      otherwise={editUntil}
                    />
                  ) : (
                    editUntil
                  )
                }
              >
                <Button size="large" wide>
                  {texts.send}
                </Button>
              </ActionBar>
            )}
            <div className="grid auto-cols-fr grid-flow-col gap-3">
              {draft && !isClosed && (
                <SaveDraftButton action={`/challenges/${challenge.id}/draft`} {...saving} />
              )}
              <ButtonLink to={cancelTo} variant="secondary">
                Cancel
              </ButtonLink>
            </div>
            {draft && <DraftLine {...saving} savedAt={draft.savedAt} challengeId={challenge.id} />}
          </div>
        </form>
      </div>
      <UnsavedGuard when={upload.unsaved && !saving.isSaved && !isAlreadySubmitted}>
        {texts.unsaved}
      </UnsavedGuard>
    </>
  )
}

/** The errors in the order of the fields. */
function listed(errors: SubmissionRefusal['errors'], kind: Kind) {
  return fieldOrder(kind).flatMap((name) => {
    const message = errors[name]
    return message ? [{ id: fieldId(name), message }] : []
  })
}

type Reloaded = { state: string; challenge?: FormChallenge } | null

/**
 * The challenge as last loaded. At its deadline it is asked for again: it may be extended, or the clock may be wrong. The
 * form is closed once the server says so; without an answer it can be sent, and is refused.
 */
function useDeadline(loaded: FormChallenge, formPage: string) {
  const { load, data } = useFetcher<Reloaded>()
  const [last, setLast] = useState(loaded)
  const challenge = [last, loaded, data?.challenge].reduce(later) ?? loaded
  if (challenge !== last) setLast(challenge)
  return {
    challenge,
    // Not after an entry of another tab.
    isClosed: data?.state === 'unavailable' || data?.state === 'refused',
    // Not the address of this page, which an ended session would leave.
    ask: () => void load(`${formPage}?again`),
  }
}

function later(one: FormChallenge | undefined, other: FormChallenge | undefined): FormChallenge | undefined {
  return one && other && new Date(other.now) > new Date(one.now) ? other : one
}

interface Upload {
  percent: number | null
  isWaiting: boolean
  editing: boolean
  onCancel: () => void
}

/** Replaces the form during the upload (SUB-18). */
function UploadCard({ editing, ...upload }: Upload) {
  return (
    <Card as="section">
      <FocusedHeading>{editing ? 'Updating your submission' : 'Submitting your entry'}</FocusedHeading>
      <p className="mt-2 mb-8 text-muted">Please keep this page open until the upload is complete.</p>
      <UploadProgress {...upload} sending="Uploading your submission..." saving="Saving your submission..." />
    </Card>
  )
}

/** Until the next page is loaded, for which the connection may be lost. */
function SavedCard({ to }: { to: string }) {
  return (
    <Card as="section">
      <FocusedHeading>Your submission is saved</FocusedHeading>
      <p className="mt-2 mb-8 text-muted">The next page is loading.</p>
      <ButtonLink to={to}>Continue</ButtonLink>
    </Card>
  )
}

interface Failure {
  message: string
  challengeId: string
  signedOut: boolean
  returnTo: string
  onTryAgain: () => void
}

/** Replaces the form, which keeps its input (SUB-19). */
function FailureCard({ message, challengeId, signedOut, returnTo, onTryAgain }: Failure) {
  if (message === SUBMISSION_MESSAGES.alreadySubmitted)
    return <AlreadyReceived challengeId={challengeId} onBack={onTryAgain} />
  return (
    <Card as="section" role="alert">
      <FocusedHeading>{signedOut ? 'Sign In Required' : 'Submission Failed'}</FocusedHeading>
      <p className="mt-2 text-lead">
        {signedOut ? <SignInMessage message={message} returnTo={returnTo} verb="submit" /> : message}
      </p>
      <p className="mt-2 text-muted">Everything you entered is still here.</p>
      <Button type="button" className="mt-8" onClick={onTryAgain}>
        Try Again
      </Button>
    </Card>
  )
}

/** The answer to an earlier attempt may have been lost. */
function AlreadyReceived({ challengeId, onBack }: { challengeId: string; onBack: () => void }) {
  return (
    <Card as="section" role="alert">
      <FocusedHeading>{SUBMISSION_MESSAGES.alreadySubmitted}</FocusedHeading>
      <p className="mt-2 text-lead">
        The dojo has an entry of yours for this challenge, from an earlier attempt or another tab.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to={`/challenges/${challengeId}/my-submission`}>View My Submission</ButtonLink>
        <Button type="button" variant="secondary" onClick={onBack}>
          Back to the Form
        </Button>
      </div>
    </Card>
  )
}

function FocusedHeading({ children }: { children: React.ReactNode }) {
  const focus = useCallback((heading: HTMLHeadingElement | null) => heading?.focus(), [])
  return (
    <h2 ref={focus} tabIndex={-1} className="text-title">
      {children}
    </h2>
  )
}
