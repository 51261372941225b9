import { FileField } from '#app/parts/fields/file-field.tsx'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { FieldLabel, TextArea, TextField } from '#app/ui/fields/field.tsx'
import { normaliseDisplayName } from '#domain/members/display-name.ts'
import { bioWarning, longestBio, longestDisplayName } from '#domain/members/rules.ts'
import { rawBeginning } from '#platform/text/raw-limits.ts'
import { characterCount, plainText } from '#platform/text/text.ts'
import { type AvatarChoice, editPath } from './profile-values.ts'

interface Props {
  value: string
  error?: string
}

interface NameProps extends Props {
  /** Read-only until this time. */
  welcome: string | null
  onGenerate: () => void
}

/** Without scripts the button reloads the form with another name and keeps the other input. */
export function NameField({ value, error, welcome, onGenerate }: NameProps) {
  const alive = useHydrated()
  return (
    <div>
      <TextField
        label="Display Name"
        name="displayName"
        required
        autoComplete="nickname"
        defaultValue={value}
        error={error}
        counter={nameLimit}
      />
      <Button
        type={alive ? 'button' : 'submit'}
        variant="secondary"
        size="small"
        className="mt-3"
        formAction={alive ? undefined : editPath({ welcome, newName: true })}
        formNoValidate
        onClick={onGenerate}
      >
        Generate Random Name
      </Button>
    </div>
  )
}

const bioLimit = {
  limit: longestBio,
  count: (text: string) => characterCount(plainText(rawBeginning(text, 'text'))),
  shownAbove: -1,
  redAbove: bioWarning,
}

const nameLimit = {
  limit: longestDisplayName,
  count: (text: string) => characterCount(normaliseDisplayName(rawBeginning(text, 'text'))),
}

export function BioField({ label, value, error }: Props & { label: string }) {
  const hint = useHydrated() ? undefined : `At most ${longestBio} characters`
  return (
    <TextArea
      label={label}
      name="bio"
      rows={3}
      defaultValue={value}
      error={error}
      hint={hint}
      counter={bioLimit}
    />
  )
}

export interface AvatarOption {
  choice: AvatarChoice
  label: string
  photoUrl: string
}

interface AvatarFieldsProps {
  options: readonly AvatarOption[]
  chosen: AvatarChoice | ''
  onChoose: (avatar: AvatarChoice) => void
  onFile: (file: File | null) => void
  /** Key of the file input: a new number clears it. */
  cleared: number
  error?: string
  refused: boolean
}

/** The avatar: one of five presets, the stored photo, or an uploaded file (PROF-19). */
export function AvatarFields(props: AvatarFieldsProps) {
  const { options, chosen, onChoose, onFile, cleared, error, refused } = props
  return (
    <div className="grid grid-cols-1 gap-5">
      <fieldset>
        <FieldLabel as="legend">Avatar</FieldLabel>
        <div className="flex flex-wrap gap-3">
          {options.map(({ choice, label, photoUrl }) => (
            // The image is the control: its border shows which one is chosen.
            <label
              key={choice}
              className="cursor-pointer rounded-[1.375rem] border-2 border-transparent p-1 leading-[0] hover:border-edge has-checked:border-go has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="avatar"
                value={choice}
                checked={choice === chosen}
                onChange={() => onChoose(choice)}
                className="sr-only"
              />
              <Avatar photoUrl={photoUrl} size="large" alt={label} />
            </label>
          ))}
        </div>
      </fieldset>
      <FileField
        key={cleared}
        name="image"
        label="Upload your own"
        purpose="avatar"
        error={error}
        refused={refused}
        onChoose={onFile}
      />
    </div>
  )
}
