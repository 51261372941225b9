import { sessionDays, sessionDaysAtMost } from '#domain/members/rules.ts'
import { consentDays } from '#platform/http/choice-cookies.ts'

interface Cookie {
  name: string
  purpose: string
  lasts: string
}

const OWN: readonly Cookie[] = [
  {
    name: 'session',
    purpose: 'Keeps you signed in. Set when you sign in, removed when you sign out.',
    lasts: `${sessionDays} days after your last visit, ${sessionDaysAtMost} days at most`,
  },
  {
    name: 'sign-in',
    purpose: 'Binds a sign-in under way to your browser, so that no one else can complete it.',
    lasts: '10 minutes',
  },
  {
    name: 'consent',
    purpose: 'Remembers your answer about non-essential cookies, so that you are asked once.',
    lasts: `${consentDays} days`,
  },
  {
    name: 'theme',
    purpose: 'Remembers the light or the dark theme. Set only if you choose one.',
    lasts: '1 year',
  },
  {
    name: 'toast-…',
    purpose: 'Carries a short message, such as “Saved”, to the next page you see.',
    lasts: '1 minute',
  },
  {
    name: 'suspension',
    purpose: 'Carries the reason to the page that tells a suspended member why sign-in is refused.',
    lasts: '10 minutes',
  },
]

const DEMO: Cookie = {
  name: 'demo-…',
  purpose: 'Belong to the practice sign-in of this demo.',
  lasts: 'Until you close the browser, or 1 hour',
}

export function CookieList({ demo }: { demo: boolean }) {
  return (
    <ul className="mt-5 divide-y divide-line border-y border-line">
      {(demo ? [...OWN, DEMO] : OWN).map(({ name, purpose, lasts }) => (
        <li key={name} className="grid gap-x-6 gap-y-1 py-3.5 text-calm sm:grid-cols-[6rem_1fr_11rem]">
          <code className="self-start justify-self-start">{name}</code>
          <p>{purpose}</p>
          <p className="m-0! text-small text-muted">{lasts}</p>
        </li>
      ))}
    </ul>
  )
}
