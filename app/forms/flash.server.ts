import { createCookie } from 'react-router'
import { cookieName } from '#platform/identity/cookies.ts'

const longest = 200

const name = 'toast'
const cookie = createCookie(name, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 60 })

interface FlashToast {
  text: string
  tone: ToastTone
}

type ToastTone = 'good' | 'bad'

/**
 * Adds a message for the next page to a response's settings, for instance
 * `redirect('/', await withToast({ text: 'Saved' }))`. Plain text, cut off after 200 characters.
 */
export async function withToast(
  toast: { text: string; tone?: ToastTone },
  init: ResponseInit = {},
): Promise<ResponseInit> {
  const headers = new Headers(init.headers)
  const flash: FlashToast = { text: toast.text.slice(0, longest), tone: toast.tone ?? 'good' }
  headers.append('Set-Cookie', await cookie.serialize(flash))
  return { ...init, headers }
}

/** The waiting message, and the headers that take it away so that it shows once. */
export async function takeToast(
  request: Request,
): Promise<{ toast: FlashToast | null; headers?: HeadersInit }> {
  const sent = createCookie(cookieName(name, request.url))
  const stored: unknown = await sent.parse(request.headers.get('Cookie'))
  if (!stored) return { toast: null }
  const headers = { 'Set-Cookie': await cookie.serialize('', { maxAge: 0 }) }
  return { toast: isFlashToast(stored) ? stored : null, headers }
}

function isFlashToast(value: unknown): value is FlashToast {
  if (typeof value !== 'object' || value === null) return false
  const { text, tone } = value as Partial<FlashToast>
  return typeof text === 'string' && text.length <= longest && (tone === 'good' || tone === 'bad')
}
