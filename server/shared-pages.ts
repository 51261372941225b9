import type { Config } from '#platform/config/config.server.ts'
import { openPageCache } from '#platform/http/page-cache.server.ts'
import { demoHost, securityHeaders } from './middleware/security.ts'

const maxBytes = 24 * 1024 * 1024

/** The query parameters that public pages read. */
const parameters = 'after before kind mode ninjas order page period shown sort status tool type view'.split(
  ' ',
)

const sameForAll =
  /^\/(sitemap\.xml|robots\.txt|challenges\.(ics|atom)|results\.atom|profile\/[^/]+\/submissions\.atom)$/

/** The pages that visitors share, at most two seconds old (decision 034). */
export function sharedPages({ publicUrl, hstsSubdomains, demo }: Config, formTargets: () => string[]) {
  return openPageCache({
    publicUrl,
    parameters,
    sameForAll,
    bytes: maxBytes,
    isOwnHost: ({ headers, url = '' }) => !demo || demoHost(headers.host, url, publicUrl).is === 'here',
    secure: (scripts) => securityHeaders({ publicUrl, hstsSubdomains, formTargets: formTargets() }, scripts),
  })
}
