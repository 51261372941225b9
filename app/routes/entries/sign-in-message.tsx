/** Signing in happens in another tab, so that this one keeps the form. */
export function SignInAside({ returnTo }: { returnTo: string }) {
  return (
    <>
      {' '}
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
