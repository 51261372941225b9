import type { Config } from '#platform/config/config.server.ts'

export interface Setting {
  label: string
  value: string
  /** The variable that sets it. */
  name: string
}

/** What the operator configured that organisers may want to know; nothing that is secret. */
export function configuredSettings(config: Config): Setting[] {
  const named = config.adminEmails.length + config.adminUserIds.length
  return [
    { label: 'Product name', value: config.productName, name: 'PRODUCT_NAME' },
    { label: 'Address', value: config.publicUrl, name: 'PUBLIC_URL' },
    { label: 'Contact', value: config.contactEmail ?? 'None', name: 'CONTACT_EMAIL' },
    {
      label: 'Sign-in',
      value: config.demo ? 'Demo accounts of its own' : config.oidcProviderName,
      name: config.demo ? 'OIDC_CLIENT_ID' : 'OIDC_PROVIDER_NAME',
    },
    {
      label: 'Moderation',
      value:
        config.moderation === 'after'
          ? 'Entries are public at once and moderated afterwards'
          : 'Entries are public once they are approved',
      name: 'MODERATION',
    },
    { label: 'Administrators by configuration', value: String(named), name: 'ADMIN_EMAILS, ADMIN_USER_IDS' },
    { label: 'Files', value: config.s3 ? 'In a bucket' : "On the server's disk", name: 'S3_BUCKET' },
  ]
}
