interface Props {
  /** Why signing in is needed, with or without a full stop. */
  message: string | null
  returnTo: string
}

/** Signing in happens in another tab, so that this one keeps the form. */
export function SignInMessage({ message, returnTo }: Props) {
  return (
    <>
      {message?.replace(/\.?$/, '. ')}
      <a
        href={`/login?${new URLSearchParams({ redirect: returnTo })}`}
        target="_blank"
        rel="noopener"
        className="text-link"
      >
        Sign in in a new tab
      </a>{' '}
      and then submit again here.
    </>
  )
}
