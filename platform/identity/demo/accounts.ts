export interface DemoAccount {
  subject: string
  name: string
  email: string
  emailVerified: boolean
  note: string
}

/** The recorded issuer of demo identities, so that they stay the same when the port changes. */
export const demoIssuer = 'demo-identity'
