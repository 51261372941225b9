/** An account that the demo provider offers; `note` says in a few words who this is. */
export interface DemoAccount {
  subject: string
  name: string
  email: string
  emailVerified: boolean
  note: string
}

/** The issuer under which demo identities are recorded, so that they stay the same when the port changes. */
export const demoIssuer = 'demo-identity'
