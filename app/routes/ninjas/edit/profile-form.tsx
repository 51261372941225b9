import { useRef } from 'react'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { ProgressBar } from '#app/ui/controls/progress-bar.tsx'
import { DraftNotice } from '#app/ui/forms/draft-notice.tsx'
import { FormSaved } from '#app/ui/forms/form-message.tsx'
import { UnsavedGuard } from '#app/ui/forms/unsaved.tsx'
import type { OwnProfile } from '#domain/members/queries.server.ts'
import { presetUrl } from '#domain/members/rules.ts'
import { AccountFields } from './account-fields.tsx'
import { AvatarFields, type AvatarOption } from './avatar-fields.tsx'
import { EDIT_PATH, PROFILE_PATH } from './places.ts'
import { ProfilePreview } from './profile-preview.tsx'
import { ProfileProblem } from './profile-problem.tsx'
import { PRESETS, type ProfileRefusal, valuesOf } from './profile-values.ts'
import { BioField, NameField } from './text-fields.tsx'
import { useProfileForm } from './use-profile-form.ts'

interface Props {
  /** null where whoever sent the form is signed out by now. */
  profile: OwnProfile | null
  /** The server's answer where the form came as a page. */
  refused?: ProfileRefusal
}

/** One's own profile in a form (PROF-16): plain, and sent with progress where scripts run. */
export function ProfileForm({ profile, refused }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const start = profile ? valuesOf(profile) : { displayName: '', bio: '', avatar: '' }
  const draftKey = profile && `profile:${profile.id}`
  const { state, texts, avatar, phase, saved, ...verbs } = useProfileForm(form, { start, refused, draftKey })
  const options = avatarOptions(profile, state.picture?.id)
  const chosenUrl = options.find(({ choice }) => choice === avatar.chosen)?.photoUrl
  const sending = phase.at === 'uploading'

  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <form
        ref={form}
        method="post"
        action={EDIT_PATH}
        encType="multipart/form-data"
        // The server's words say what is missing, in each browser the same.
        noValidate
        aria-label="Your profile"
        className="card card-body"
        onSubmit={verbs.onSubmit}
        onInput={verbs.touch}
      >
        {/* Enter presses the first button of a form. */}
        <button type="submit" hidden />
        <ProfileProblem refusal={state} />
        {verbs.draftRestored && <DraftNotice onDiscard={verbs.discardDraft} />}
        <div className="grid grid-cols-1 gap-6">
          <NameField
            value={state.values.displayName}
            error={state.errors.displayName}
            frozenUntil={profile?.nameFrozenUntil ?? null}
            onGenerate={verbs.generateName}
          />
          <BioField value={state.values.bio} typed={texts.bio} error={state.errors.bio} />
          <AvatarFields
            options={options}
            chosen={avatar.chosen}
            onChoose={avatar.choose}
            onFile={verbs.chooseFile}
            cleared={avatar.cleared}
            error={state.errors.image}
          />
          {state.picture && <input type="hidden" name="imageId" value={state.picture.id} />}
          {profile && <AccountFields profile={profile} />}
        </div>
        <div className="mt-8 flex flex-wrap items-center gap-3">
          <Button size="large" pending={sending} pendingLabel="Saving...">
            {saved ? 'Saved' : 'Save Changes'}
          </Button>
          <ButtonLink to={PROFILE_PATH} look="quiet" size="large">
            Cancel
          </ButtonLink>
        </div>
        <div role="status">
          {sending && <Progress percent={avatar.file ? phase.percent : null} onCancel={verbs.cancel} />}
        </div>
        <div className={saved ? 'mt-6' : ''}>
          <FormSaved message={saved} />
        </div>
        <UnsavedGuard when={verbs.dirty && phase.at !== 'done'}>
          What you changed in your profile is not saved.
        </UnsavedGuard>
      </form>
      <ProfilePreview profile={profile} {...texts} photoUrl={avatar.fileUrl ?? chosenUrl ?? null} />
    </div>
  )
}

function Progress({ percent, onCancel }: { percent: number | null; onCancel: () => void }) {
  const label = percent === null ? 'Saving profile changes...' : 'Uploading image...'
  return (
    <div className="mt-6">
      <ProgressBar label={label} percent={percent} />
      {percent !== null && (
        <Button type="button" look="quiet" size="small" className="mt-4" onClick={onCancel}>
          Cancel Upload
        </Button>
      )}
    </div>
  )
}

function avatarOptions(profile: OwnProfile | null, imageId?: string): AvatarOption[] {
  const own =
    profile?.preset === null ? [{ choice: 'keep', label: 'Your photo', photoUrl: profile.photoUrl }] : []
  const sent = imageId ? [{ choice: 'image', label: 'Your new picture', photoUrl: `/media/${imageId}` }] : []
  const presets = PRESETS.map((preset) => ({
    choice: String(preset),
    label: `Ninja ${preset}`,
    photoUrl: presetUrl(preset),
  }))
  return [...own, ...sent, ...presets]
}
