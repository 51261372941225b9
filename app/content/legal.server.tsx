import { renderToStaticMarkup } from 'react-dom/server'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { servicesContext } from '#app/context.ts'
import { avatarPresets, longestBio, sessionDays, sessionDaysAtMost } from '#domain/members/rules.ts'
import { notificationDays } from '#domain/notifications/rules.ts'
import type { WrittenPage } from '#domain/pages/queries.server.ts'
import type { LegalPage } from '#domain/pages/rules.ts'
import { INVITATION_DAYS } from '#domain/roles/rules.ts'
import { consentDays } from '#platform/http/choice-cookies.ts'
import { renderedImageDays } from '#platform/images/rendered-images.server.ts'
import * as cookies from './cookies.md'
import { fillSections, fillWritten } from './fill-sections.server.tsx'
import * as privacy from './privacy-policy.md'
import { siteInfo } from './site-info.server.ts'
import * as terms from './terms.md'

const frontMatter = z.strictObject({
  title: z.string(),
  summary: z.string(),
  updated: z.string(),
  contactSubject: z.string(),
  inShort: z.array(z.string()),
  related: z.array(z.strictObject({ to: z.string(), label: z.string(), text: z.string() })),
})

const documents = {
  'privacy-policy': privacy,
  terms,
  cookies,
} satisfies Record<LegalPage, unknown>

export type LegalDocument = ReturnType<typeof legalDocument>

/** What a text may name besides what the page supplies. */
const COMPONENTS = ['cookie-list', 'cookie-choice']

/**
 * A legal text with the names and figures of this installation (CONT-9 to CONT-13): as administrators have written it,
 * else the project's own.
 */
export function legalDocument(
  page: LegalPage,
  context: Readonly<RouterContextProvider>,
  written: Pick<WrittenPage, 'text' | 'at'> | undefined = context.get(servicesContext).pages.current(page),
) {
  const { contactSubject, updated, inShort, ...document } = frontMatter.parse(documents[page].frontMatter)
  const { productName, contactEmail, signInProvider } = siteInfo(context)
  const values = {
    ...nameTexts[context.get(servicesContext).config.memberNames],
    productName,
    signInProvider: signInProvider ?? 'an identity provider',
    contactLabel: contactEmail,
    contactUrl: `mailto:${contactEmail}?subject=${encodeURIComponent(contactSubject)}`,
    ...figures,
  }
  const components = {
    'cookie-list': renderToStaticMarkup(<CookieList demo={signInProvider === null} />),
  }
  const changedAt = written?.at ?? null
  if (!written || written.text === null) {
    const sections = fillSections(documents[page].sections, { values, components })
    return { ...document, updated, changedAt, inShort, opening: null, sections }
  }
  const shown = fillWritten(written.text, COMPONENTS, { values, components })
  return { ...document, updated, changedAt, inShort: [], ...shown }
}

/** The project's own text as administrators begin with it: what the page says in short is a list before the sections. */
export function originalText(page: LegalPage): string {
  const { inShort } = frontMatter.parse(documents[page].frontMatter)
  return `${inShort.map((point) => `- ${point}\n`).join('')}\n${documents[page].text}\n`
}

/** What the privacy policy says of names, by MEMBER_NAMES. */
const nameTexts = {
  random: {
    copiedFromSignIn: 'do not copy your name or your picture from it',
    firstName: 'a random ninja name',
  },
  provider: {
    copiedFromSignIn: 'copy your name from it once, when you first sign in, and never your picture',
    firstName: 'the name of that account, or a random ninja name where that cannot be a display name',
  },
}

const figures = {
  avatarPresets,
  longestBio,
  sessionDays,
  sessionDaysAtMost,
  renderedImageDays,
  notificationDays,
  invitationDays: INVITATION_DAYS,
}

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

function CookieList({ demo }: { demo: boolean }) {
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
