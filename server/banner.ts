import type { Config } from '#platform/config/config.server.ts'

/** What one wants to know of a server that has just started. */
export function banner(config: Config, seconds: number): string {
  const lines = [
    `${config.productName} is at ${config.publicUrl} (started in ${seconds.toFixed(1)} s)`,
    `Data: ${config.databaseUrl === undefined ? config.dataDir : `PostgreSQL of DATABASE_URL, ${filesOf(config)}`}`,
  ]
  if (config.demo) {
    lines.push('Demo: anyone on this machine may sign in as anyone. Set OIDC_CLIENT_ID for real members.')
  }
  return ['', ...lines.map((line) => `  ${line}`), ''].join('\n')
}

function filesOf(config: Config): string {
  return config.s3 ? `files in the bucket ${config.s3.bucket}` : `files in ${config.dataDir}`
}
