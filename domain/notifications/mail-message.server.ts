import { MOMENT_LABELS, TO_BE_ANNOUNCED } from '#domain/challenges/changes.ts'
import { INVITATION_DAYS, ROLES, type Role } from '#domain/roles/rules.ts'
import type { MailMessage } from '#platform/mail/mailer.server.ts'
import { timeIn } from '#platform/text/dates.ts'
import { type Html, html } from '#platform/text/html.ts'
import { isolated } from '#platform/text/isolated.ts'
import { linkedText } from '#platform/text/links.server.ts'
import { KIND_SETTINGS, type NotificationContent, notificationText } from './rules.ts'

interface MailSite {
  productName: string
  /** An origin. */
  publicUrl: string
}

interface Addressee {
  name: string
  address: string
}

interface MailInput {
  id: string
  content: NotificationContent
  recipient: Addressee
  /** The time zone of its times. */
  zone: string
  unsubscribePath: string
  site: MailSite
}

/** The mail of an invitation to a role, which needs no link of its own: the address is the key (AUTH-41). */
export function invitationMail(
  { id, address, role, inviter }: { id: string; address: string; role: Role; inviter: string },
  { productName, publicUrl }: MailSite,
): MailMessage {
  const heading = 'Invitation'
  const subject = `Help to run ${productName}`
  const body = `${isolated(inviter)} invites you as ${ROLES[role].toLowerCase()}. Sign in within ${INVITATION_DAYS} days with an account whose e-mail address is ${address}.`
  const reason = 'You receive this once. Ignore it if you do not know the sender.'
  const addresses = { page: `${publicUrl}/login` }
  const title = `${heading}: ${subject}`
  return {
    to: { name: '', address },
    messageId: `${id}@${new URL(publicUrl).hostname}`,
    subject: title,
    text: [title, body, addresses.page, `--\n${productName}\n${reason}`].join('\n\n'),
    html: page({ title, heading, subject, body, reason, productName, addresses }).text,
  }
}

/** The mail of a notification, in text and HTML (NOTE-7). */
export function mailMessage({ id, content, recipient, zone, unsubscribePath, site }: MailInput): MailMessage {
  const { heading, subject, text, to } = notificationText(content)
  const { productName, publicUrl } = site
  const { deadline, receivedAt, moved = [] } = content.details
  const timeText = (time: string) => timeIn(zone, new Date(time))
  const body = [
    text,
    receivedAt && `Received: ${timeText(receivedAt)}.`,
    deadline && `Deadline: ${timeText(deadline)}.`,
    ...moved.map(({ moment, to }) => `${MOMENT_LABELS[moment]}: ${to ? timeText(to) : TO_BE_ANNOUNCED}.`),
  ]
    .filter(Boolean)
    .join(' ')
  const reason = `You receive this because mails are on for '${KIND_SETTINGS[content.kind].label}'.`
  const addresses = {
    page: publicUrl + to,
    settings: `${publicUrl}/profile/notifications`,
    unsubscribe: publicUrl + unsubscribePath,
  }
  const title = `${heading}: ${isolated(subject)}`
  return {
    to: recipient,
    messageId: `${id}@${new URL(publicUrl).hostname}`,
    subject: title,
    unsubscribeUrl: addresses.unsubscribe,
    text: [
      title,
      body,
      addresses.page,
      `--\n${productName}\n${reason}\nNotification settings: ${addresses.settings}\nNo more such mails: ${addresses.unsubscribe}`,
    ]
      .filter(Boolean)
      .join('\n\n'),
    html: page({ title, heading, subject, body, reason, productName, addresses }).text,
  }
}

interface PageInput {
  title: string
  heading: string
  subject: string
  body: string
  reason: string
  productName: string
  /** Without settings, the mail is no notification. */
  addresses: { page: string; settings?: string; unsubscribe?: string }
}

/** Tables and inline styles, because mail programs ignore most of CSS. The colours are those of the light theme. */
function page({ title, heading, subject, body, reason, productName, addresses }: PageInput) {
  const sans = 'font-family:Helvetica,Arial,sans-serif'
  const serif = "font-family:Georgia,'Times New Roman',serif"
  const link = 'color:#5b6270;text-decoration:underline'
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light">
<title>${title}</title>
</head>
<body style="margin:0;padding:0;background:#f5efe2">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f5efe2">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 4px 16px;${serif};font-size:18px;font-weight:bold;color:#1b212c">${productName}</td></tr>
<tr><td style="padding:28px;background:#fffaf0;border:1px solid #e0d5bf;border-top:3px solid #c7391c;border-radius:12px">
<p style="margin:0 0 6px;${sans};font-size:13px;color:#b83318;font-weight:bold">${heading}</p>
<h1 dir="auto" style="margin:0 0 14px;${serif};font-size:24px;line-height:1.25;color:#1b212c;overflow-wrap:anywhere">${subject}</h1>
${body && html`<p dir="auto" style="margin:0 0 22px;${sans};font-size:16px;line-height:1.55;color:#1b212c;white-space:pre-line;overflow-wrap:anywhere">${linked(body)}</p>`}
<a href="${addresses.page}" style="display:inline-block;padding:13px 22px;background:#c7391c;border-radius:10px;${sans};font-size:16px;font-weight:bold;color:#fffaf0;text-decoration:none">Open</a>
</td></tr>
<tr><td style="padding:18px 4px;${sans};font-size:13px;line-height:1.6;color:#5b6270">
${reason}${
  addresses.settings &&
  html`<br>
<a href="${addresses.settings}" style="${link}">Notification settings</a> &middot;
<a href="${addresses.unsubscribe ?? ''}" style="${link}">No more such mails</a>`
}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}

function linked(text: string): Html[] {
  return linkedText(text).map((part) =>
    typeof part === 'string'
      ? html`${part}`
      : html`<a href="${part.href}" style="color:#b83318">${part.text}</a>`,
  )
}
