import { FileField } from '#app/ui/controls/file-field.tsx'
import { Avatar } from '#app/ui/people/avatar.tsx'
import type { AvatarChoice } from './profile-values.ts'

export interface AvatarOption {
  choice: AvatarChoice
  label: string
  photoUrl: string
}

interface Props {
  options: readonly AvatarOption[]
  /** '' while a new file is chosen. */
  chosen: AvatarChoice | ''
  onChoose: (avatar: AvatarChoice) => void
  onFile: (file: File | null) => void
  /** Another number empties the file's field. */
  cleared: number
  error?: string
}

/** The avatar: one of five presets, the photo that is there, or a file of one's own (PROF-19). */
export function AvatarFields({ options, chosen, onChoose, onFile, cleared, error }: Props) {
  return (
    <div className="grid grid-cols-1 gap-5">
      <fieldset>
        <legend className="field-label">Avatar</legend>
        <div className="flex flex-wrap gap-3">
          {options.map(({ choice, label, photoUrl }) => (
            <label key={choice} className="avatar-choice">
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
        onChoose={onFile}
      />
    </div>
  )
}
