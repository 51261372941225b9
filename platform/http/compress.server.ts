import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const worthwhile = 1024
/** The next level takes 50% longer and saves 3%. */
const level = 4
const whole = /^text\/(html|x-script)/

/** Compresses pages and their data if the client accepts it. */
export async function compressed(request: Request, response: Response): Promise<Response> {
  if (!whole.test(response.headers.get('content-type') ?? '') || !response.body) return response
  response.headers.append('Vary', 'Accept-Encoding')
  if (!acceptsGzip(request.headers.get('accept-encoding') ?? '')) return response
  if (response.headers.has('content-encoding')) return response

  const page = await response.arrayBuffer()
  const body = page.byteLength < worthwhile ? page : await promisify(gzip)(page, { level })
  const headers = new Headers(response.headers)
  if (body !== page) headers.set('Content-Encoding', 'gzip')
  headers.set('Content-Length', String(body.byteLength))
  return new Response(body, { status: response.status, statusText: response.statusText, headers })
}

function acceptsGzip(acceptEncoding: string): boolean {
  return acceptEncoding.split(',').some((part) => {
    const [coding, ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    return coding === 'gzip' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}
