import { hasErrors } from '#app/forms/upload/use-upload-form.ts'
import { ActionBar } from '#app/parts/action-bar.tsx'
import { UploadProgress } from '#app/parts/fields/upload-progress.tsx'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { RankBadge } from '#app/parts/members/rank.tsx'
import { UnsavedGuard } from '#app/ui/browser/unsaved.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FieldLabel, TextField } from '#app/ui/fields/field.tsx'
import { FormProblem, FormSaved } from '#app/ui/fields/form-message.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { Time } from '#app/ui/time.tsx'
import { normaliseDisplayName } from '#domain/members/display-name.ts'
import type { OwnProfile } from '#domain/members/queries.server.ts'
import { presetUrl } from '#domain/members/rules.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { AvatarFields, type AvatarOption, BioField, NameField } from './profile-fields.tsx'
import { editPath, PRESETS, PROFILE_PATH, type ProfileRefusal, valuesOf } from './profile-values.ts'
import { useProfileForm } from './use-profile-form.ts'

interface Props {
  profile: OwnProfile | null
  welcome: string | null
  refused?: ProfileRefusal
}

/** The profile form (PROF-16), which also works without scripts. */
export function ProfileForm({ profile, welcome, refused }: Props) {
  const start = profile ? valuesOf(profile) : { displayName: '', bio: '', avatar: '' }
  const { values, errors, texts, avatar, phase, saved, ...upload } = useProfileForm(start, {
    welcome,
    refused,
  })
  const options = avatarOptions(profile, upload.image?.id)
  const chosenUrl = options.find(({ choice }) => choice === avatar.chosen)?.photoUrl
  const isFirst = welcome !== null
  const bio = <BioField label={isFirst ? 'What do you make?' : 'Bio'} value={values.bio} error={errors.bio} />

  const buttons = (
    <>
      <Button size="large" pending={phase.at === 'uploading'} pendingLabel="Saving...">
        {saved ? 'Saved' : isFirst ? 'Save and continue' : 'Save Changes'}
      </Button>
      <ButtonLink to={welcome ?? PROFILE_PATH} replace={isFirst} variant="secondary" size="large">
        {isFirst ? 'Skip' : 'Cancel'}
      </ButtonLink>
    </>
  )

  return (
    <div className={isFirst ? '' : 'grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]'}>
      <Card
        as="form"
        ref={upload.form}
        method="post"
        id="form"
        // Without scripts a refusal is shown where the form begins. Where the sheet leads would get the fragment too.
        action={isFirst ? editPath({ welcome }) : `${editPath({ welcome })}#form`}
        encType="multipart/form-data"
        // Server messages are the same in every browser.
        noValidate
        className="scroll-mt-24"
        aria-label="Your profile"
        onSubmit={upload.onSubmit}
        onInput={upload.onInput}
      >
        {/* Enter activates the first button of a form. */}
        <button type="submit" hidden />
        <ProfileProblem
          message={upload.message}
          signedOut={upload.signedOut}
          marked={hasErrors(errors)}
          returnTo={editPath({ welcome })}
        />
        {/* What was changed after it is saved would be lost with the page. */}
        <div className="grid grid-cols-1 gap-6" inert={phase.at === 'done'}>
          <NameField
            value={values.displayName}
            error={errors.displayName}
            welcome={welcome}
            onGenerate={upload.generateName}
          />
          {!isFirst && bio}
          <AvatarFields
            options={options}
            chosen={avatar.chosen}
            onChoose={upload.chooseAvatar}
            onFile={upload.chooseFile}
            cleared={avatar.cleared}
            error={errors.image}
            refused={upload.imageRefused}
          />
          {upload.image && <input type="hidden" name="imageId" value={upload.image.id} />}
          {isFirst && bio}
          {profile && !isFirst && <AccountFields profile={profile} />}
        </div>
        {isFirst ? (
          <ActionBar label="Continue" className="mt-8 justify-start">
            {buttons}
          </ActionBar>
        ) : (
          <div className="mt-8 flex flex-wrap items-center gap-3">{buttons}</div>
        )}
        {phase.at === 'uploading' && (
          <div className="mt-6">
            <UploadProgress
              percent={avatar.file ? phase.percent : null}
              isWaiting={phase.isWaiting}
              sending="Uploading image..."
              saving="Saving profile changes..."
              onCancel={upload.cancel}
            />
          </div>
        )}
        <div className={saved ? 'mt-6' : ''}>
          <FormSaved message={saved} />
        </div>
        {!isFirst && (
          <UnsavedGuard when={upload.unsaved}>What you changed in your profile is not saved.</UnsavedGuard>
        )}
      </Card>
      {!isFirst && (
        <ProfilePreview profile={profile} {...texts} photoUrl={avatar.fileUrl ?? chosenUrl ?? null} />
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

function AccountFields({ profile }: { profile: OwnProfile }) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <TextField
        label="Email"
        type="email"
        readOnly
        value={profile.email ?? ''}
        hint="It comes from your sign-in and is not shown to others."
      />
      <div>
        <FieldLabel as="span">Joined</FieldLabel>
        <p className="min-h-11 rounded-control border border-line px-3.5 py-2.25 text-muted">
          <Time value={profile.joinedAt} />
        </p>
      </div>
    </div>
  )
}

interface ProfilePreviewProps {
  profile: OwnProfile | null
  displayName: string
  bio: string
  photoUrl: string | null
}

function ProfilePreview({ profile, displayName, bio, photoUrl }: ProfilePreviewProps) {
  return (
    <Card as="section" aria-label="Preview" eyebrow="Preview" className="lg:sticky lg:top-24">
      <div className="flex flex-col items-center text-center">
        <Avatar photoUrl={photoUrl} rank={profile?.rank} size="huge" />
        <p
          dir="auto"
          className="mt-5 max-w-full text-balance wrap-anywhere font-display text-title font-bold"
        >
          {normaliseDisplayName(rawBeginning(displayName, 'line')) || 'Anonymous Ninja'}
        </p>
        {profile && (
          <p className="mt-3 flex flex-wrap items-center justify-center gap-x-5 gap-y-1">
            <RankBadge rank={profile.rank} />
            <span className="text-small text-muted">
              Joined <Time value={profile.joinedAt} format="month" />
            </span>
          </p>
        )}
      </div>
      {bio.trim() && (
        <p className="mt-6 wrap-anywhere border-t border-line pt-5" dir="auto">
          {bio}
        </p>
      )}
    </Card>
  )
}

interface ProfileProblemProps {
  message: string | null
  signedOut: boolean
  marked: boolean
  returnTo: string
}

function ProfileProblem({ message, signedOut, marked, returnTo }: ProfileProblemProps) {
  return (
    <>
      <FormProblem problem={message} signIn={signedOut && { returnTo, verb: 'save' }} />
      {marked && !message && (
        <div className="mb-6">
          <Notice tone="bad" alert>
            Your profile was not saved. Please fix the fields marked below.
          </Notice>
        </div>
      )}
    </>
  )
}
