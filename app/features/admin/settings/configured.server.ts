import type { Config } from '#platform/config/config.server.ts'

/** The configuration that administrators may see. Contains no secrets. */
export function configuredSettings(config: Config) {
  const { demo, mail, s3, socialLinks, adminEmails, adminUserIds } = config
  const moderation = {
    after: 'Submissions are public at once and moderated afterwards',
    before: 'Submissions are public after approval',
  }
  const settings: [label: string, value: string, name: string][] = [
    ['Product name', config.productName, 'PRODUCT_NAME'],
    ['Address', config.publicUrl, 'PUBLIC_URL'],
    ['Contact', config.contactEmail, 'CONTACT_EMAIL'],
    ['Time zone', config.timeZone, 'TIME_ZONE'],
    ['Social links', socialLinks.join(', ') || 'None', 'SOCIAL_LINKS'],
    demo
      ? ['Sign-in', 'Demo accounts', 'OIDC_CLIENT_ID']
      : ['Sign-in', config.oidcProviderName, 'OIDC_PROVIDER_NAME'],
    ['Moderation', moderation[config.moderation], 'MODERATION'],
    [
      'Administrators by configuration',
      String(adminEmails.length + adminUserIds.length),
      'ADMIN_EMAILS, ADMIN_USER_IDS',
    ],
    ['Mail server', mail ? `${new URL(mail.url).host}, as ${mail.from}` : 'None', 'SMTP_URL, MAIL_FROM'],
    ['Files', s3 ? 'S3 bucket' : 'Local disk', 'S3_BUCKET'],
  ]
  return settings.map(([label, value, name]) => ({ label, value, name }))
}
