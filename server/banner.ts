import { demoAccounts } from '#db/demo/accounts.ts'
import { SETUP_CODE_MINUTES } from '#domain/roles/rules.ts'
import type { Config } from '#platform/config/config.server.ts'

export function banner(config: Config, productName: string, seconds: number): string {
  const lines = [
    `${productName} is at ${config.publicUrl} (started in ${seconds.toFixed(1)} s)`,
    `Data: ${config.databaseUrl === undefined ? config.dataDir : `PostgreSQL of DATABASE_URL, ${filesOf(config)}`}`,
  ]
  if (config.demo) {
    lines.push(
      'Demo on this machine only, with its own sign-in. Set OIDC_CLIENT_ID for real members. Logins:',
    )
    lines.push(...demoAccounts.map(({ name, note }) => `  ${name.padEnd(20)} ${note}`))
  }
  return ['', ...lines.map((line) => `  ${line}`), ''].join('\n')
}

/** How the operator becomes the administrator of a site without one (AUTH-42). `code` is for a terminal only. */
export function setupNotice({ publicUrl }: Config, code: string | undefined): string {
  const way = code
    ? `sign in at ${publicUrl}/setup and enter ${code} within ${SETUP_CODE_MINUTES} minutes`
    : 'npm run dojo -- admin code prints a code for the first one'
  return `\n  This site has no administrator: ${way}.`
}

function filesOf(config: Config): string {
  return config.s3 ? `files in the bucket ${config.s3.bucket}` : `files in ${config.dataDir}`
}
