import { renderToStaticMarkup } from 'react-dom/server'
import type { RouterContextProvider } from 'react-router'
import { z } from 'zod'
import * as cookies from '#app/content/cookies.md'
import { fillSections } from '#app/content/fill-sections.server.tsx'
import * as privacy from '#app/content/privacy-policy.md'
import { siteInfo } from '#app/content/site-info.server.ts'
import * as terms from '#app/content/terms.md'
import { servicesContext } from '#app/context.ts'
import { avatarPresets, longestBio, sessionDays, sessionDaysAtMost } from '#domain/members/rules.ts'
import { notificationDays } from '#domain/notifications/rules.ts'
import { INVITATION_DAYS } from '#domain/roles/rules.ts'
import { renderedImageDays } from '#platform/images/rendered-images.server.ts'
import { CookieList } from './cookie-list.server.tsx'

const frontMatter = z.strictObject({
  title: z.string(),
  summary: z.string(),
  updated: z.string(),
  contactSubject: z.string(),
  inShort: z.array(z.string()),
  related: z.array(z.strictObject({ to: z.string(), label: z.string(), text: z.string() })),
})

const documents = {
  'privacy-policy': { ...frontMatter.parse(privacy.frontMatter), sections: privacy.sections },
  terms: { ...frontMatter.parse(terms.frontMatter), sections: terms.sections },
  cookies: { ...frontMatter.parse(cookies.frontMatter), sections: cookies.sections },
}

export type DocumentPath = keyof typeof documents

export type LegalDocument = ReturnType<typeof legalDocument>

/** A legal text with the names and figures of this installation (CONT-9 to CONT-13). */
export function legalDocument(path: DocumentPath, context: Readonly<RouterContextProvider>) {
  const { sections, contactSubject, ...document } = documents[path]
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
  return { ...document, sections: fillSections(sections, { values, components }) }
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
