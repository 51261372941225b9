import { isLoopback } from '#platform/config/loopback.ts'

const reading = ['GET', 'HEAD', 'OPTIONS']

/** Whether a request may change data: the browser states that it comes from a page of this site. */
export function isFromThisSite(request: Request, publicUrl: string): boolean {
  if (reading.includes(request.method)) return true
  const origin = request.headers.get('origin')
  if (origin !== null) return origin === publicUrl
  return request.headers.get('sec-fetch-site') === 'same-origin'
}

type Place = { is: 'here' } | { is: 'elsewhere'; address: string } | { is: 'unknown' }

/**
 * Where the demo answers a request for `host`. Cookies belong to one name, so other names of this machine redirect to
 * the public one. Foreign names are refused: they indicate DNS rebinding.
 */
export function demoHost(host: string | undefined, path: string, publicUrl: string): Place {
  const name = hostName(host)
  if (name === new URL(publicUrl).hostname) return { is: 'here' }
  return name !== undefined && isLoopback(name)
    ? { is: 'elsewhere', address: publicUrl + path }
    : { is: 'unknown' }
}

function hostName(host: string | undefined): string | undefined {
  const address = `http://${host}`
  return host && URL.canParse(address) ? new URL(address).hostname : undefined
}
