import { useEffect, useId, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { useLastAnswer, useReloadAfterRefusal } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { FileField } from '#app/parts/fields/file-field.tsx'
import { isFocusLost } from '#app/ui/browser/focus.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox, lineLimit, Select, TextArea, TextField } from '#app/ui/fields/field.tsx'
import { FormProblem, useFieldErrors } from '#app/ui/fields/form-message.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { imageUrl } from '#domain/media/sources.ts'
import type { SettingErrors } from '#domain/settings/form.server.ts'
import {
  LOGO_SIDE,
  lockedText,
  namesIn,
  SECTIONS,
  SETTING_LIMITS,
  type Section,
  type SettingName,
  SITE_SETTINGS,
  type SiteSettings,
  wordsFor,
} from '#domain/settings/rules.ts'
import { SETTINGS_PATH } from './paths.ts'

export interface TypedSection {
  section: string
  values: Partial<Record<SettingName, string>>
  errors: SettingErrors
}

interface SectionProps {
  section: Section
  settings: SiteSettings
  version: number
  locked: readonly SettingName[]
  pending: number
}

/** The form of a section. After a refusal it has what was typed, and says what is in force instead. */
export function SettingsSection({ section, settings, version, locked, pending }: SectionProps) {
  const answer = useLastAnswer<Failure & { typed?: TypedSection }>()
  const { formData } = useNavigation()
  const heading = useId()
  const card = useFocusAfterSaving(version)
  const failure = answer?.typed?.section === section ? answer : undefined
  useReloadAfterRefusal(failure)
  const typed = failure?.typed
  const { errors, onInput } = useFieldErrors(typed?.errors ?? NONE)
  const isSending = formData?.get('section') === section

  function about(name: SettingName, hint?: React.ReactNode) {
    const { label, variable } = SITE_SETTINGS[name]
    const isLocked = locked.includes(name)
    const inForce = textOf(settings[name])
    const differs = typed && !isLocked && !errors[name] && (typed.values[name] ?? '') !== inForce
    const shown = isLocked ? lockedText(variable ?? '') : hint
    return {
      name,
      label,
      error: errors[name] ?? null,
      disabled: isLocked,
      hint: differs ? `In force: ${wordsFor(name, settings[name]) ?? 'none'}` : shown,
    }
  }

  function text(name: SettingName, hint?: React.ReactNode) {
    return { ...about(name, hint), defaultValue: typed?.values[name] ?? textOf(settings[name]) }
  }

  function check(name: SettingName, hint: React.ReactNode) {
    const isOn = typed ? typed.values[name] === 'on' : settings[name] === true
    return { ...about(name, hint), defaultChecked: isOn }
  }

  return (
    <Card as="section" ref={card} tabIndex={-1} aria-labelledby={heading} className="max-w-160">
      <h2 id={heading} className="text-card">
        {SECTIONS[section]}
      </h2>
      <Form
        key={version}
        method="post"
        action={SETTINGS_PATH}
        encType={section === 'look' ? 'multipart/form-data' : undefined}
        noValidate
        onInput={onInput}
        className="mt-4 grid gap-5"
      >
        <FormProblem problem={failure?.message ?? null} />
        <input type="hidden" name="section" value={section} />
        <input type="hidden" name="version" value={version} />
        {section === 'site' && (
          <>
            <TextField {...text('productName')} required counter={lineLimit(SETTING_LIMITS.productName)} />
            <TextField {...text('tagline')} required counter={lineLimit(SETTING_LIMITS.tagline)} />
            <TextField
              {...text(
                'contactEmail',
                settings.contactEmail === SITE_SETTINGS.contactEmail.initial
                  ? 'This address does not exist: nobody can reach you yet.'
                  : undefined,
              )}
              type="email"
              required
              autoComplete="off"
            />
            <TextArea {...text('socialLinks', 'One address a line. The footer links to them.')} rows={3} />
          </>
        )}
        {section === 'look' && (
          <>
            <LogoField logo={typed?.values.logo ?? settings.logo} error={errors.image} />
            <TextField
              {...text('accent', 'As #rrggbb, for buttons and marks. Empty: the vermilion of the dojo.')}
              maxLength={7}
              autoComplete="off"
              placeholder="#1f5fa8"
            />
            <Select
              {...text('dates', 'In pages, mails and feeds. The words around them stay English.')}
              options={optionsOf('dates')}
              required
            />
            <Checkbox
              {...check('guideValues', 'The leaderboard also lists figures that count for nothing.')}
            />
          </>
        )}
        {section === 'contests' && (
          <>
            <Checkbox {...check('showVotes', 'Off = secret ballot: counts stay hidden until the end.')} />
            <Checkbox {...check('allowComments', 'Members may comment on submissions.')} />
          </>
        )}
        {section === 'voting' && (
          <>
            <Select
              {...text('moderation', pendingText(pending))}
              options={optionsOf('moderation')}
              required
            />
            <Select
              {...text('voterDays', 'Votes that were cast before stay.')}
              options={optionsOf('voterDays')}
              required
            />
          </>
        )}
        <div>
          <Button pending={isSending} pendingLabel="Saving..." aria-label={`Save ${SECTIONS[section]}`}>
            Save
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function LogoField({ logo, error }: { logo: string; error: string | undefined }) {
  return (
    <div>
      <FileField
        key={logo}
        name="image"
        label={SITE_SETTINGS.logo.label}
        purpose="logo"
        currentUrl={logo && imageUrl(logo, LOGO_SIDE)}
        error={error}
        refused={error !== undefined}
      />
      <p className="mt-1.5 text-small text-muted">
        Beside the name, in tabs and as the icon of the installed site. A square picture fills its place.
      </p>
      <input type="hidden" name="logo" value={logo} />
      {logo && <Checkbox name="removeImage" label="Use the mark of the dojo" className="mt-3" />}
    </div>
  )
}

/** Focuses the section as its form is made anew, which had the focus. */
function useFocusAfterSaving(version: number) {
  const card = useRef<HTMLElement>(null)
  const shown = useRef(version)
  useEffect(() => {
    if (shown.current !== version && isFocusLost()) card.current?.focus({ preventScroll: true })
    shown.current = version
  }, [version])
  return card
}

/** The fields of all sections. */
export const FIELDS = [
  'section',
  'version',
  'removeImage',
  'imageRefused',
  'withoutImage',
  ...Object.keys(SECTIONS).flatMap((one) => namesIn(one as Section)),
]

const NONE: SettingErrors = {}

/** A value as its control holds it. */
function textOf(value: SiteSettings[SettingName]): string {
  if (typeof value === 'boolean') return value ? 'on' : ''
  return typeof value === 'object' ? value.join('\n') : String(value)
}

function optionsOf(name: SettingName) {
  return Object.entries(SITE_SETTINGS[name].choices ?? {}).map(([value, label]) => ({ value, label }))
}

function pendingText(count: number): string {
  if (count === 0) return 'No submission waits for approval.'
  return `${formatCount(count, 'submission')} waiting for approval: the first choice shows them and lets members vote for them, the second hides them.`
}
