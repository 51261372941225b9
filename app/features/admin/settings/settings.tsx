import { Form, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { submitOrMessage } from '#app/forms/submit.ts'
import { withUpload } from '#app/forms/upload/admission.server.ts'
import { storePendingImage } from '#app/forms/upload/pending-image.server.ts'
import { noticeOf, type ParsedUpload } from '#app/forms/upload/upload.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Time } from '#app/ui/time.tsx'
import { imageUrl } from '#domain/media/sources.ts'
import { noMarkNotice } from '#domain/members/rules.ts'
import { type MailState, mailState } from '#domain/notifications/mails.server.ts'
import { marksAddresses } from '#domain/sessions/sign-in.server.ts'
import { saveSettings } from '#domain/settings/commands.server.ts'
import { isLocked, readSection } from '#domain/settings/form.server.ts'
import {
  type RecordedChange,
  recordedChanges,
  settingsOf,
  storedSettings,
  versionOf,
} from '#domain/settings/queries.server.ts'
import {
  LOGO_SIDE,
  type LockedSettings,
  SECTIONS,
  SETTING_NAMES,
  SETTINGS_MESSAGES,
  type Section,
} from '#domain/settings/rules.ts'
import { done, refused } from '#platform/outcome.ts'
import { asTyped } from '#platform/text/text.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { runAdminAction, versionIn } from '../confirmation/run-admin-action.server.ts'
import { adminCount } from '../counts.server.ts'
import type { Route } from './+types/settings.ts'
import { settingChanges } from './changes.ts'
import { configuredSettings } from './configured.server.ts'
import { CHECKS_PATH, PAGES_PATH, RETRY_MAILS_PATH, SETTINGS_PATH, setBackPath } from './paths.ts'
import { FIELDS, SettingsSection, type TypedSection } from './section.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { config, db, mailer, settings } = context.get(servicesContext)
  const [stored, pending, mails, marks, changes] = await Promise.all([
    storedSettings(db),
    adminCount(context, adminOf(context), 'pending'),
    mailer && mailState(db),
    marksAddresses(db),
    recordedChanges(db, adminOf(context)),
    settings.refresh(),
  ])
  const sections = Object.keys(SECTIONS) as Section[]
  return {
    settings: settingsOf(stored, config.site),
    versions: Object.fromEntries(sections.map((one) => [one, versionOf(stored, one)])) as Versions,
    locked: SETTING_NAMES.filter((name) => isLocked(name, config.site)),
    pending: pending ?? 0,
    changes,
    configured: configuredSettings(config, marks),
    mails,
    notice: marks === false ? noMarkNotice(config.emailTrusted) : null,
  }
}

type Versions = Record<Section, number>

/** Saves the form of a section (ADM-110). */
export function action(args: Route.ActionArgs) {
  const sender = { memberId: adminOf(args.context).id, purpose: 'logo' } as const
  return withUpload(args.request, sender, (upload) => saveSection(args, upload))
}

function saveSection(args: Route.ActionArgs, upload: ParsedUpload) {
  const { db, config, settings } = args.context.get(servicesContext)
  let image: string | undefined
  return runAdminAction(args, {
    list: SETTINGS_PATH,
    received: upload,
    fields: FIELDS,
    done: () => [SETTINGS_MESSAGES.saved, noticeOf(upload)].filter(Boolean).join('. '),
    failed: SETTINGS_MESSAGES.failed,
    typed: (fields) => typedSection(fields, config.site, image),
    async run(fields) {
      const section = sectionIn(fields)
      if (!section) return refused('invalid', SETTINGS_MESSAGES.failed)
      const logo = section === 'look' ? await takeLogo(args, upload) : done(null)
      if (!logo.ok) image = logo.message
      const read = readSection(section, fields, config.site)
      if (!logo.ok || !read.ok) return refused(logo.ok ? 'invalid' : logo.code, SETTINGS_MESSAGES.invalid)
      const change = { section, version: versionIn(fields), values: read.values }
      const saved = await saveSettings(db, adminOf(args.context), change, config.site)
      // This process shows them on its next page.
      if (saved.ok) await settings.refresh().catch(() => undefined)
      return saved
    },
  })
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, SETTINGS_MESSAGES.failed)
}

/** Stores the logo that came with a form, and sets its field unless it is too small (ADM-152). */
async function takeLogo({ context, request }: Route.ActionArgs, upload: ParsedUpload) {
  const { fields } = upload
  const use = { ownerId: adminOf(context).id, purpose: 'logo', isDemanded: false } as const
  const sent = await storePendingImage(
    context.get(servicesContext),
    upload,
    { ...use, signal: request.signal },
    null,
  )
  if (sent.ok && sent.value) {
    if ((sent.value.width ?? 0) < LOGO_SIDE) return refused('invalid', SETTINGS_MESSAGES.logoSmall)
    fields.set('logo', sent.value.id)
  } else if (fields.has('removeImage')) fields.set('logo', '')
  return sent
}

function sectionIn(fields: FormData): Section | null {
  const section = String(fields.get('section'))
  return Object.hasOwn(SECTIONS, section) ? (section as Section) : null
}

/** What a refused form showed, with its errors. */
function typedSection(fields: FormData, locked: LockedSettings, image: string | undefined): TypedSection {
  const section = sectionIn(fields)
  const read = section && readSection(section, fields, locked)
  const values = SETTING_NAMES.flatMap((name) =>
    fields.has(name) ? [[name, asTyped(fields.get(name))]] : [],
  )
  return {
    section: section ?? '',
    values: Object.fromEntries(values),
    errors: { ...(read && !read.ok && read.errors), ...(image && { image }) },
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Site Settings', hidden: true })
}

/** The settings of the site (ADM-55, ADM-110), and below them what its operator has set. */
export default function SiteSettings({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Site Settings"
        subtitle="Manage site configuration and preferences"
        actions={
          <>
            <ButtonLink to={PAGES_PATH} variant="secondary">
              Texts
            </ButtonLink>
            <ButtonLink to={CHECKS_PATH} variant="secondary">
              Site Checks
            </ButtonLink>
          </>
        }
      />
      <div className="grid gap-6">
        {(Object.keys(SECTIONS) as Section[]).map((section) => (
          <SettingsSection
            key={section}
            section={section}
            settings={loaderData.settings}
            version={loaderData.versions[section]}
            locked={loaderData.locked}
            pending={loaderData.pending}
          />
        ))}
      </div>
      <Changes changes={loaderData.changes} />
      {loaderData.mails && <Mails {...loaderData.mails} />}
      {loaderData.notice && (
        <div className="mt-6">
          <Notice tone="gold">{loaderData.notice}</Notice>
        </div>
      )}
      <FactList
        id="configured"
        title="Server configuration"
        about="Set by environment variables. Changes take effect after a restart."
        facts={loaderData.configured}
      />
    </>
  )
}

/** The last changes of settings, each with its way back (ADM-114). */
function Changes({ changes }: { changes: readonly RecordedChange[] }) {
  if (changes.length === 0) return null
  return (
    <ConfirmHost label="Last changes">
      <Card flush className="mt-6 max-w-160">
        <h2 className="px-6 pt-6 pb-4 text-card">Last changes</h2>
        <ol className="divide-y divide-line border-line border-t">
          {changes.map((change) => (
            <li
              key={change.id}
              className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 px-6 py-3.5"
            >
              <div className="min-w-0 flex-1 basis-60 wrap-anywhere">
                {settingChanges(change).map(({ label, before, after, logos }) => (
                  <p key={label}>
                    <span className="text-muted">{label}: </span>
                    <Value words={before} logo={logos?.before} />
                    <Icon name="arrow" className="mx-1.5 inline size-3.5 text-muted" />
                    <span className="sr-only"> became </span>
                    <Value words={after} logo={logos?.after} />
                  </p>
                ))}
                <p className="text-small text-muted">
                  <bdi>{change.adminName}</bdi>, <Time value={change.at} format="shorttime" />
                </p>
              </div>
              <ConfirmLink
                path={setBackPath(change.id)}
                title="Set Back"
                about={change.subject}
                look="button"
              >
                Set Back
              </ConfirmLink>
            </li>
          ))}
        </ol>
      </Card>
    </ConfirmHost>
  )
}

function Value({ words, logo }: { words: string | null; logo: string | undefined }) {
  if (!logo) return <bdi>{words ?? 'none'}</bdi>
  return <img src={imageUrl(logo, 96)} alt={words ?? ''} width={24} height={24} className="inline size-6" />
}

/** The mails of notifications (NOTE-9). */
function Mails({ waiting, sent, failed, lastError }: MailState) {
  const { formAction } = useNavigation()
  const facts = [
    { label: 'Waiting', value: formatNumber(waiting) },
    { label: 'Sent in the last 7 days', value: formatNumber(sent) },
    { label: 'Given up in the last 7 days', value: formatNumber(failed) },
    { label: 'Last error', value: lastError ?? 'None' },
  ]
  return (
    <FactList id="mails" title="Mails" facts={facts}>
      {lastError && (
        <Form method="post" action={RETRY_MAILS_PATH} className="border-line border-t px-6 py-4">
          <Button variant="secondary" pending={formAction === RETRY_MAILS_PATH} pendingLabel="Retrying...">
            Retry Now
          </Button>
        </Form>
      )}
    </FactList>
  )
}

interface FactListProps {
  id: string
  title: string
  about?: string
  facts: readonly { label: string; value: string; name?: string }[]
  children?: React.ReactNode
}

function FactList({ id, title, about, facts, children }: FactListProps) {
  return (
    <Card as="section" flush className="mt-6" aria-labelledby={id}>
      <div className="px-6 pt-6 pb-4">
        <h2 id={id} className="text-card">
          {title}
        </h2>
        {about && <p className="mt-1.5 text-calm text-muted">{about}</p>}
      </div>
      <dl>
        {facts.map(({ label, value, name }) => (
          <div
            key={label}
            className="grid gap-x-6 gap-y-0.5 border-line border-t px-6 py-3.5 items-baseline sm:grid-cols-[16rem_minmax(0,1fr)_auto]"
          >
            <dt className="text-muted max-sm:text-small">{label}</dt>
            <dd className="wrap-anywhere">{value}</dd>
            {name && (
              <dd className="text-small text-muted">
                <code>{name}</code>
              </dd>
            )}
          </div>
        ))}
      </dl>
      {children}
    </Card>
  )
}
