import type { Moderation } from '#domain/challenges/scope.server.ts'
import type { Config } from '#platform/config/config.server.ts'
import type { Name as Variable } from '#platform/config/variables.ts'
import { LEAST_CONTRAST } from './accent.ts'

/** The settings of the site, as they are in force. */
export interface SiteSettings {
  productName: string
  tagline: string
  contactEmail: string
  socialLinks: readonly string[]
  /** What new challenges begin with (ADM-65). */
  showVotes: boolean
  allowComments: boolean
  /** As #rrggbb; empty for the dojo's own (ADM-115). */
  accent: string
  /** The id of its image; empty for the mark of the dojo (ADM-152). */
  logo: string
  /** The language of dates (ADM-151). */
  dates: (typeof DATE_LOCALES)[number]
  /** Whether the leaderboard lists the figures that count for nothing (PTS-7, PTS-17). */
  guideValues: boolean
  moderation: Moderation
  /** How many days an account must be old to vote (VOTE-41). */
  voterDays: (typeof VOTER_DAYS)[number]
}

export const VOTER_DAYS = [0, 1, 3, 7] as const

/** Those whose dates the typefaces of the dojo have all letters of. */
export const DATE_LOCALES = [
  'en-US',
  'en-GB',
  'de-DE',
  'es-ES',
  'fr-FR',
  'it-IT',
  'nl-NL',
  'pt-BR',
  'sv-SE',
] as const

export type SettingName = keyof SiteSettings
export type SettingValue = SiteSettings[SettingName]
/** What the environment sets, and so locks. */
export type LockedSettings = Config['site']

export const SECTIONS = {
  site: 'Site',
  look: 'Look',
  contests: 'New challenges',
  voting: 'Voting and moderation',
} as const

export type Section = keyof typeof SECTIONS

interface SiteSetting<Value> {
  label: string
  /** The form that has its field. */
  section: Section
  /** In force until an administrator sets another value. */
  initial: Value
  /** The environment variable that locks the field, if one can. */
  variable?: Variable
  /** Words for its values, where they are choices. */
  choices?: Readonly<Record<string, string>>
}

/** All settings that administrators have on screen (ADM-110). */
export const SITE_SETTINGS: { [K in SettingName]: SiteSetting<SiteSettings[K]> } = {
  productName: { label: 'Name', section: 'site', initial: 'Creative Dojo', variable: 'PRODUCT_NAME' },
  tagline: {
    label: 'Tagline',
    section: 'site',
    initial: 'Challenge yourself, showcase your work, join a community of AI creative ninjas',
  },
  contactEmail: {
    label: 'Contact address',
    section: 'site',
    // An address that cannot exist.
    initial: 'organisers@dojo.example',
    variable: 'CONTACT_EMAIL',
  },
  socialLinks: { label: 'Social links', section: 'site', initial: [], variable: 'SOCIAL_LINKS' },
  accent: { label: 'Accent colour', section: 'look', initial: '' },
  logo: { label: 'Logo', section: 'look', initial: '' },
  dates: {
    label: 'Dates',
    section: 'look',
    initial: 'en-US',
    choices: {
      'en-US': 'English (US): November 21, 2026 at 6:05 PM',
      'en-GB': 'English (UK): 21 November 2026 at 18:05',
      'de-DE': 'German: 21. November 2026, 18:05',
      'es-ES': 'Spanish: 21 de noviembre de 2026, 18:05',
      'fr-FR': 'French: 21 novembre 2026, 18:05',
      'it-IT': 'Italian: 21 novembre 2026, 18:05',
      'nl-NL': 'Dutch: 21 november 2026, 18:05',
      'pt-BR': 'Portuguese: 21 de novembro de 2026, 18:05',
      'sv-SE': 'Swedish: 21 november 2026, 18:05',
    },
  },
  guideValues: { label: 'Guide values', section: 'look', initial: true },
  showVotes: { label: 'Show votes', section: 'contests', initial: true },
  allowComments: { label: 'Allow comments', section: 'contests', initial: true },
  moderation: {
    label: 'Submissions are public',
    section: 'voting',
    initial: 'after',
    variable: 'MODERATION',
    choices: { after: 'At once, and moderated afterwards', before: 'Once they are approved' },
  },
  voterDays: {
    label: 'Who may vote',
    section: 'voting',
    initial: 0,
    choices: {
      0: 'All members',
      1: 'Members whose account is older than a day',
      3: 'Members whose account is older than 3 days',
      7: 'Members whose account is older than 7 days',
    },
  },
}

export const SETTING_NAMES = Object.keys(SITE_SETTINGS) as SettingName[]

export const SETTING_LIMITS = { productName: 60, tagline: 160, contactEmail: 254, socialLinks: 8 } as const

/** The longer side of a logo in pixels, at least: it is an icon too. */
export const LOGO_SIDE = 192

export const SETTINGS_MESSAGES = {
  productName: `Please enter a name of at most ${SETTING_LIMITS.productName} characters`,
  tagline: `Please enter a tagline of at most ${SETTING_LIMITS.tagline} characters`,
  contactEmail: 'Please enter an e-mail address',
  socialLinks: `Please enter at most ${SETTING_LIMITS.socialLinks} addresses that start with https://, one a line`,
  accent: 'Please enter a colour such as #1f5fa8, or none',
  logo: 'Please choose a picture',
  logoSmall: `Please choose a logo of at least ${LOGO_SIDE} pixels a side`,
  logoLost: 'The picture of the logo is not kept any more. Please choose it again',
  choice: 'Please choose one of the list',
  changed: 'Another administrator has changed these settings. Look at them, then change yours again.',
  invalid: 'Please check the marked fields',
  saved: 'Site settings saved',
  failed: 'Failed to save site settings',
  noChange: 'This change is not in the log any more.',
  setBack: 'Setting set back',
  setBackFailed: 'Failed to set back',
  changedSince: 'was changed again since. Set it in its form.',
  unreadable: 'had a value then that it cannot have now. Set it in its form.',
} as const

export function paleText(contrast: number): string {
  const ratio = (Math.floor(contrast * 10) / 10).toFixed(1)
  return `This colour has a contrast of ${ratio}:1 to the page, and ${LEAST_CONTRAST}:1 is needed. Please choose a darker one`
}

export function lockedText(variable: string): string {
  return `Set by ${variable} on the server`
}

/** A value in words; null for none. */
export function wordsFor(name: SettingName, value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'logo' && value) return 'a picture'
  if (Array.isArray(value)) return value.join(', ') || null
  return SITE_SETTINGS[name].choices?.[String(value)] ?? (String(value ?? '') || null)
}

export function isSetting(name: string): name is SettingName {
  return Object.hasOwn(SITE_SETTINGS, name)
}

export function namesIn(section: Section): SettingName[] {
  return SETTING_NAMES.filter((name) => SITE_SETTINGS[name].section === section)
}
