import { demoAccounts } from '#db/demo/accounts.ts'
import type { Config } from '#platform/config/config.server.ts'

export function banner(config: Config, seconds: number): string {
  const lines = [
    `${config.productName} is at ${config.publicUrl} (started in ${seconds.toFixed(1)} s)`,
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

function filesOf(config: Config): string {
  return config.s3 ? `files in the bucket ${config.s3.bucket}` : `files in ${config.dataDir}`
}
