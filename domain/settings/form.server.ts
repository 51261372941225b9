import { z } from 'zod'
import { isId } from '#platform/id.server.ts'
import { RAW_LIMITS } from '#platform/text/raw-limits.ts'
import { characterCount, singleLine } from '#platform/text/text.ts'
import { LEAST_CONTRAST, leastContrast } from './accent.ts'
import {
  DATE_LOCALES,
  type LockedSettings,
  SETTINGS_MESSAGES as MESSAGES,
  namesIn,
  paleText,
  SETTING_LIMITS,
  type Section,
  type SettingName,
  type SiteSettings,
  VOTER_DAYS,
} from './rules.ts'

/** The values that a setting can have, as they are stored. */
export const SCHEMAS: { [K in SettingName]: z.ZodType<SiteSettings[K]> } = {
  productName: line(1, SETTING_LIMITS.productName, MESSAGES.productName),
  tagline: line(1, SETTING_LIMITS.tagline, MESSAGES.tagline),
  contactEmail: z.email(MESSAGES.contactEmail).max(SETTING_LIMITS.contactEmail, MESSAGES.contactEmail),
  socialLinks: z
    .array(z.url({ protocol: /^https$/, error: MESSAGES.socialLinks }).max(200, MESSAGES.socialLinks))
    .max(SETTING_LIMITS.socialLinks, MESSAGES.socialLinks),
  accent: z
    .string(MESSAGES.accent)
    .regex(/^(#[0-9a-f]{6})?$/, { error: MESSAGES.accent, abort: true })
    .refine((accent) => accent === '' || leastContrast(accent) >= LEAST_CONTRAST, {
      error: ({ input }) => paleText(leastContrast(String(input))),
    }),
  logo: z.string(MESSAGES.logo).refine((id) => id === '' || isId(id), MESSAGES.logo),
  dates: z.enum(DATE_LOCALES, MESSAGES.choice),
  guideValues: z.boolean(),
  showVotes: z.boolean(),
  allowComments: z.boolean(),
  moderation: z.enum(['after', 'before'], MESSAGES.choice),
  voterDays: z.literal([...VOTER_DAYS], MESSAGES.choice),
}

/** `image` is the file of the logo. */
export type SettingErrors = Partial<Record<SettingName | 'image', string>>

export type ReadForm = { ok: true; values: Partial<SiteSettings> } | { ok: false; errors: SettingErrors }

/** The values in the form of a section, without those that are locked, whose fields browsers do not send. */
export function readSection(section: Section, fields: FormData, locked: LockedSettings): ReadForm {
  const open = namesIn(section).filter((name) => !isLocked(name, locked) || fields.has(name))
  const read = open.map((name) => [name, SCHEMAS[name].safeParse(valueIn(fields, name))] as const)
  const errors = read.flatMap(([name, { error }]) => (error ? [[name, error.issues[0]?.message]] : []))
  if (errors.length > 0) return { ok: false, errors: Object.fromEntries(errors) }
  return { ok: true, values: Object.fromEntries(read.map(([name, { data }]) => [name, data])) }
}

export function isLocked(name: SettingName, locked: LockedSettings): boolean {
  return (locked as Partial<SiteSettings>)[name] !== undefined
}

function valueIn(fields: FormData, name: SettingName): unknown {
  const value = fields.get(name)
  switch (name) {
    case 'guideValues':
    case 'showVotes':
    case 'allowComments':
      return value === 'on'
    case 'accent':
      return typeof value === 'string' ? value.trim().toLowerCase() : value
    case 'voterDays':
      return typeof value === 'string' && /^\d$/.test(value) ? Number(value) : null
    case 'socialLinks':
      return typeof value === 'string' && value.length <= RAW_LIMITS.line * SETTING_LIMITS.socialLinks
        ? value.split(/\s+/).filter(Boolean)
        : null
    default:
      return typeof value === 'string' ? value.trim() : value
  }
}

function line(least: number, most: number, message: string) {
  return z
    .string(message)
    .max(RAW_LIMITS.line, message)
    .transform(singleLine)
    .refine((text) => characterCount(text) >= least && characterCount(text) <= most, message)
}
