import { FormProblem } from '#app/ui/forms/form-message.tsx'
import { Notice } from '#app/ui/surfaces/notice.tsx'
import { EDIT_PATH } from './places.ts'
import type { ProfileRefusal } from './profile-values.ts'

/** Why the profile was not saved, at the form's head. */
export function ProfileProblem({ refusal }: { refusal: ProfileRefusal }) {
  const { message, signedOut, errors } = refusal
  if (signedOut) return <SignInRequired message={message} />
  if (message) return <FormProblem problem={message} />
  if (!Object.values(errors).some(Boolean)) return null
  return (
    <div className="mb-6">
      <Notice tone="bad" alert>
        Not saved yet. Please mend what is marked below.
      </Notice>
    </div>
  )
}

/** Signing in happens in another tab, so that this one keeps the form. */
function SignInRequired({ message }: { message: string | null }) {
  return (
    <div className="mb-6">
      <Notice tone="bad" alert>
        <strong className="block">Sign In Required</strong>
        {message}{' '}
        <a
          href={`/login?${new URLSearchParams({ redirect: EDIT_PATH })}`}
          target="_blank"
          rel="noopener"
          className="text-link"
        >
          Sign in in a new tab
        </a>{' '}
        and then save again here.
      </Notice>
    </div>
  )
}
