import { Button } from '#app/ui/controls/button.tsx'
import { TextArea, TextField } from '#app/ui/controls/text-field.tsx'
import { useHydrated } from '#app/ui/time/hydrated.ts'
import { bioWarning, longestBio, nameFrozenMessage } from '#domain/members/rules.ts'
import { rawBeginning } from '#platform/raw-limits.ts'
import { plainText } from '#platform/text.ts'
import { NEW_NAME_PATH } from './places.ts'

interface Props {
  value: string
  error?: string
}

interface NameProps extends Props {
  /** Read-only until this moment. */
  frozenUntil: Date | null
  onGenerate: () => void
}

/** Without scripts the button fetches the form anew with another name, and nothing else of it is lost. */
export function NameField({ value, error, frozenUntil, onGenerate }: NameProps) {
  const alive = useHydrated()
  if (frozenUntil) {
    return (
      <TextField
        label="Display Name"
        name="displayName"
        readOnly
        defaultValue={value}
        error={error}
        hint={error ? undefined : nameFrozenMessage(new Date(frozenUntil))}
      />
    )
  }
  return (
    <div>
      <TextField
        label="Display Name"
        name="displayName"
        required
        autoComplete="nickname"
        defaultValue={value}
        error={error}
      />
      <Button
        type={alive ? 'button' : 'submit'}
        look="quiet"
        size="small"
        className="mt-3"
        formAction={alive ? undefined : NEW_NAME_PATH}
        formNoValidate
        onClick={onGenerate}
      >
        Generate Random Name
      </Button>
    </div>
  )
}

/** `typed` is what the field holds now; `value` what it began with. */
export function BioField({ value, typed, error }: Props & { typed: string }) {
  const alive = useHydrated()
  const hint = alive ? (
    <BioCount count={[...plainText(rawBeginning(typed, 'text'))].length} />
  ) : (
    `At most ${longestBio} characters`
  )
  return <TextArea label="Bio" name="bio" rows={3} defaultValue={value} error={error} hint={hint} />
}

function BioCount({ count }: { count: number }) {
  const over = count - longestBio
  return (
    <span className={`figures ${count > bioWarning ? 'font-semibold text-bad' : ''}`}>
      {count}/{longestBio} characters
      {over > 0 && `, ${over} too many`}
    </span>
  )
}
