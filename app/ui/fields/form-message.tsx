import { useEffect, useRef, useState } from 'react'
import { Notice } from '#app/ui/messages/notice.tsx'
import { BulletList } from '#app/ui/text/bullet-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { loginPath } from '#platform/http/return-to.ts'

interface ProblemProps {
  problem: string | null
  /** Offers sign-in; set if the form was sent after its session ended. */
  signIn?: SignIn | false
}

interface SignIn {
  returnTo: string
  verb: string
}

/** Why the form was refused. Takes the focus, so that it is scrolled into view and announced. */
export function FormProblem({ problem, signIn }: ProblemProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) place.current?.focus()
  }, [problem])
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-24">
      {problem && (
        <div className="mb-6">
          <Notice tone="bad" alert>
            {signIn && <strong className="block">Sign In Required</strong>}
            {signIn ? <SignInMessage message={problem} {...signIn} /> : problem}
          </Notice>
        </div>
      )}
    </div>
  )
}

interface ErrorSummaryProps {
  errors: readonly { id: string; message: string }[]
  title?: string
  lead?: string
}

/** Everything that is wrong with a long form, each a link to its control. */
export function ErrorSummary({ errors, title, lead }: ErrorSummaryProps) {
  if (errors.length === 0) return null
  const links = errors.map(({ id, message }) => (
    <TextLink
      key={id}
      as="a"
      href={`#${id}`}
      onClick={(event: React.MouseEvent) => {
        event.preventDefault()
        const control = document.getElementById(id)
        control?.focus({ preventScroll: true })
        control?.scrollIntoView({ block: 'center' })
      }}
    >
      {message}
    </TextLink>
  ))
  return (
    <div className="mb-6">
      <Notice tone="bad" alert>
        {lead && <p className="font-semibold">{lead}</p>}
        {links.length === 1 ? (
          links
        ) : (
          <>
            {title && <p>{title}</p>}
            <BulletList className="mt-2">
              {links.map((link) => (
                <li key={link.key}>{link}</li>
              ))}
            </BulletList>
          </>
        )}
      </Notice>
    </div>
  )
}

/** Why sign-in is needed, and a link to it. It opens in a new tab, so that this one keeps the form. */
export function SignInMessage({ message, returnTo, verb }: SignIn & { message: string }) {
  return (
    <>
      {message.replace(/\.?$/, '. ')}
      <TextLink as="a" href={loginPath(returnTo)} target="_blank" rel="noopener">
        Sign in using a new tab
      </TextLink>{' '}
      and then {verb} again here.
    </>
  )
}

export function FormSaved({ message }: { message: string | null }) {
  return <div role="status">{message && <Notice tone="good">{message}</Notice>}</div>
}

type Errors = Partial<Record<string, string>>

/** The errors of a refusal without those of fields that were changed since. `onInput` belongs to the form. */
export function useFieldErrors<E extends Errors>(errors: E): { errors: E; onInput: React.InputEventHandler } {
  const [changed, setChanged] = useState<{ of: Errors; names: string[] }>({ of: errors, names: [] })
  const names = changed.of === errors ? changed.names : []
  const left = Object.entries(errors).filter(([name]) => !names.includes(name))
  return {
    errors: Object.fromEntries(left) as E,
    onInput: ({ target }) => setChanged({ of: errors, names: [...names, (target as HTMLInputElement).name] }),
  }
}
