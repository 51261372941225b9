import type { Config } from '#platform/config/config.server.ts'

export interface Setting {
  label: string
  value: string
  name: string
}

/** The configuration that administrators may see. Contains no secrets. */
export function configuredSettings(config: Config): Setting[] {
  const adminCount = config.adminEmails.length + config.adminUserIds.length
  return [
    { label: 'Product name', value: config.productName, name: 'PRODUCT_NAME' },
    { label: 'Address', value: config.publicUrl, name: 'PUBLIC_URL' },
    { label: 'Contact', value: config.contactEmail, name: 'CONTACT_EMAIL' },
    { label: 'Time zone', value: config.timeZone, name: 'TIME_ZONE' },
    { label: 'Social links', value: config.socialLinks.join(', ') || 'None', name: 'SOCIAL_LINKS' },
    {
      label: 'Sign-in',
      value: config.demo ? 'Demo accounts' : config.oidcProviderName,
      name: config.demo ? 'OIDC_CLIENT_ID' : 'OIDC_PROVIDER_NAME',
    },
    {
      label: 'Moderation',
      value:
        config.moderation === 'after'
          ? 'Submissions are public at once and moderated afterwards'
          : 'Submissions are public after approval',
      name: 'MODERATION',
    },
    {
      label: 'Administrators by configuration',
      value: String(adminCount),
      name: 'ADMIN_EMAILS, ADMIN_USER_IDS',
    },
    {
      label: 'Mail server',
      value: config.mail ? `${new URL(config.mail.url).host}, as ${config.mail.from}` : 'None',
      name: 'SMTP_URL, MAIL_FROM',
    },
    { label: 'Files', value: config.s3 ? 'S3 bucket' : 'Local disk', name: 'S3_BUCKET' },
  ]
}
