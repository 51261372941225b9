import type { Config } from '#platform/config/config.server.ts'

/**
 * The configuration that administrators may see and cannot change on screen. Contains no secrets. `marks`: as
 * `marksAddresses` says.
 */
export function configuredSettings(config: Config, marks: boolean | null) {
  const { demo, mail, s3, adminEmails, adminUserIds } = config
  const settings: [label: string, value: string, name: string][] = [
    ['Address', config.publicUrl, 'PUBLIC_URL'],
    ['Time zone', config.timeZone, 'TIME_ZONE'],
    demo
      ? ['Sign-in', 'Demo accounts', 'OIDC_CLIENT_ID']
      : ['Sign-in', config.oidcProviderName, 'OIDC_PROVIDER_NAME'],
    ['Addresses from sign-in', marksText(marks), 'OIDC_EMAIL_TRUSTED'],
    [
      'Administrators by configuration',
      String(adminEmails.length + adminUserIds.length),
      'ADMIN_EMAILS, ADMIN_USER_IDS',
    ],
    [
      'Mail server',
      mail ? `${new URL(mail.url).host}, as ${mail.from ?? 'the contact address'}` : 'None',
      'SMTP_URL, MAIL_FROM',
    ],
    ['Files', s3 ? 'S3 bucket' : 'Local disk', 'S3_BUCKET'],
  ]
  return settings.map(([label, value, name]) => ({ label, value, name }))
}

function marksText(marks: boolean | null): string {
  if (marks === null) return 'None yet'
  return marks ? 'Marked as verified' : 'Not marked as verified'
}
