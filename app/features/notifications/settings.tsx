import { data, Form, redirect, useActionData, useNavigation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { withToast } from '#app/forms/flash.server.ts'
import { openMemberForm } from '#app/forms/member-form.server.ts'
import { runCommand } from '#app/forms/run-command.server.ts'
import { type Failure, submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember, sessionCookie } from '#app/middleware/viewer.server.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/fields/field.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { Dropdown } from '#app/ui/fields/input.tsx'
import { Notice } from '#app/ui/messages/notice.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { saveNotificationSettings } from '#domain/notifications/commands.server.ts'
import { pushDevicesOf } from '#domain/notifications/push-devices.server.ts'
import { notificationSettings } from '#domain/notifications/queries.server.ts'
import {
  CHANNELS,
  type Channel,
  isReceipt,
  KIND_SETTINGS,
  KINDS,
  kindsFor,
  NOTIFICATION_MESSAGES as MESSAGES,
  type NotificationKind,
} from '#domain/notifications/rules.ts'
import type { Route } from './+types/settings.ts'
import { rateLimit } from './limit.ts'
import { NOTIFICATIONS_PATH, SETTINGS_PATH } from './paths.ts'
import { PushDevice } from './push-device.tsx'

/** How the viewer is told of each kind of event (NOTE-5). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db, mailer } = context.get(servicesContext)
  const [saved, devices] = await Promise.all([
    notificationSettings(db, viewer),
    pushDevicesOf(db, viewer, sessionCookie.read(request)),
  ])
  return { ...saved, kinds: kindsFor(viewer), devices, sendsMail: mailer !== null }
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer, fields } = await openMemberForm(args, {
    fields: [...KINDS, ...KINDS.map(pushField), devicesField],
    memberLimit: { name: 'notifications', rateLimit },
    returnTo: SETTINGS_PATH,
  })
  const values = Object.fromEntries(fields) as Partial<Record<NotificationKind, unknown>>
  // An empty box is not sent, so the form says whether it has boxes.
  const pushed = fields.has(devicesField) ? KINDS.filter((kind) => fields.has(pushField(kind))) : undefined
  const outcome = await runCommand(args.context, MESSAGES.saveFailed, () =>
    saveNotificationSettings(services.db, viewer, values, pushed),
  )
  if (!outcome.ok) return data<Failure>({ message: outcome.message }, { status: outcome.status })
  return redirect(SETTINGS_PATH, await withToast({ text: MESSAGES.saved }, { status: 303 }))
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitOrMessage(serverAction, MESSAGES.saveFailed)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Notification Settings', hidden: true })
}

const channelLabels: Record<Channel, string> = {
  off: 'Off',
  app: 'In the app',
  mail: 'In the app and by mail',
}

const devicesField = 'devices'

function pushField(kind: NotificationKind): string {
  return `push-${kind}`
}

export default function NotificationSettings({ loaderData }: Route.ComponentProps) {
  const { settings, notPushed, kinds, devices } = loaderData
  const hasDevices = devices.count > 0
  const failure = useActionData<Failure>()
  const pending = useNavigation().formMethod === 'POST'
  return (
    <div className="page">
      <PageHeader
        title="Notification Settings"
        actions={
          <>
            <ButtonLink to="/profile/calendar" variant="secondary">
              Calendar
            </ButtonLink>
            <ButtonLink to={NOTIFICATIONS_PATH} variant="secondary">
              Notifications
            </ButtonLink>
          </>
        }
      />
      <div className="grid max-w-200 gap-6">
        <MailNotice {...loaderData} />
        <PushDevice {...devices} />
        <Card flush>
          <Form method="post">
            {hasDevices && <input type="hidden" name={devicesField} value={devices.count} />}
            <ul className="divide-y divide-line">
              {kinds.map((kind) => (
                <KindRow
                  key={`${kind} ${settings[kind]} ${notPushed.includes(kind)}`}
                  kind={kind}
                  channel={settings[kind]}
                  pushed={hasDevices && !isReceipt(kind) ? !notPushed.includes(kind) : undefined}
                />
              ))}
            </ul>
            <div className="grid gap-4 border-t border-line px-4.5 py-5 sm:px-6">
              <FormProblem problem={failure?.message ?? null} />
              <div>
                <Button pending={pending} pendingLabel="Saving...">
                  Save Settings
                </Button>
              </div>
            </div>
          </Form>
        </Card>
      </div>
    </div>
  )
}

interface RowProps {
  kind: NotificationKind
  channel: Channel
  pushed: boolean | undefined
}

function KindRow({ kind, channel, pushed }: RowProps) {
  const { label, hint } = KIND_SETTINGS[kind]
  return (
    <li className="grid items-center gap-x-6 gap-y-2.5 px-4.5 py-4 sm:grid-cols-[minmax(0,1fr)_15rem] sm:px-6">
      <div>
        <label htmlFor={kind} className="font-semibold">
          {label}
        </label>
        <p id={`${kind}-hint`} className="text-small text-muted">
          {hint}
        </p>
      </div>
      <div className="grid gap-1">
        <Dropdown id={kind} name={kind} defaultValue={channel} aria-describedby={`${kind}-hint`}>
          {CHANNELS.map((value) => (
            <option key={value} value={value}>
              {channelLabels[value]}
            </option>
          ))}
        </Dropdown>
        {pushed !== undefined && (
          <Checkbox
            name={pushField(kind)}
            label="Push"
            aria-label={`Push for ${label}`}
            defaultChecked={pushed}
          />
        )}
      </div>
    </li>
  )
}

interface MailNoticeProps {
  sendsMail: boolean
  hasAddress: boolean
  isRefused: boolean
}

function MailNotice({ sendsMail, hasAddress, isRefused }: MailNoticeProps) {
  if (!sendsMail) return <Notice>This site sends no mails at present.</Notice>
  if (!hasAddress && isRefused)
    return (
      <Notice>
        Your e-mail address does not exist for its mail server, so no mails are sent to you. Change it where
        you sign in, then sign in again.
      </Notice>
    )
  if (!hasAddress)
    return (
      <Notice>
        You have no verified e-mail address, so no mails are sent to you. Verify yours where you sign in, then
        sign in again.
      </Notice>
    )
  return null
}
