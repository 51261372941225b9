import { z } from 'zod'
import { safePath } from '#platform/http/return-to.ts'
import { newId } from '#platform/id.server.ts'
import {
  decodeCookieValue,
  encodeCookieValue,
  encodedPattern,
  siteCookie,
} from '#platform/identity/cookies.ts'

const maxLength = 200
/** More come only where answers get lost. */
const maxShown = 3
/** Browsers drop a cookie of more than 4,096 bytes. */
const maxCookieBytes = 3_900

const pathOfSite = z.string().refine((path) => path !== '/' && safePath(path) === path)

const flashToast = z.object({
  text: z.string().max(maxLength),
  tone: z.enum(['good', 'bad']),
  link: z.object({ to: pathOfSite, label: z.string() }).optional(),
  time: z.object({ label: z.string(), at: z.iso.datetime() }).optional(),
  /** Left out where it would not fit into the cookie. */
  form: z
    .object({ label: z.string(), action: pathOfSite, fields: z.record(z.string(), z.string()) })
    .optional(),
})

type FlashToast = z.infer<typeof flashToast>

export type ToastContent = Omit<FlashToast, 'tone'> & Partial<Pick<FlashToast, 'tone'>>

/**
 * Adds a message for the next page to a response's settings, for instance
 * `redirect('/', await withToast({ text: 'Saved' }))`. Plain text, cut off after 200 characters.
 */
export async function withToast(toast: ToastContent, init: ResponseInit = {}): Promise<ResponseInit> {
  const headers = new Headers(init.headers)
  const flash: FlashToast = { ...toast, text: toast.text.slice(0, maxLength), tone: toast.tone ?? 'good' }
  const value = encodeCookieValue(flash)
  const { form, ...formless } = flash
  const fits = !form || value.length <= maxCookieBytes
  const cookie = cookieNamed(`toast-${newId()}`)
  headers.append('Set-Cookie', cookie.write(fits ? value : encodeCookieValue(formless)))
  return { ...init, headers }
}

/**
 * The last messages for this request, oldest first and each text once, and the headers that clear those it was sent with, so that each shows once.
 * Each has its own cookie: a response that clears a message must not clear one that was stored while it was on its way.
 */
export async function takeToasts(request: Request): Promise<{ toasts: FlashToast[]; headers: HeadersInit }> {
  const names = request.headers.get('Cookie')?.match(/(?<=^|[ ;]|__Host-)toast-[0-9a-f-]{36}(?==)/g) ?? []
  const cookies = [...new Set(names)].sort().map(cookieNamed)
  const toasts = cookies.flatMap((cookie) => {
    const { data } = flashToast.safeParse(decodeCookieValue(cookie.read(request)))
    return data ?? []
  })
  const last = toasts.filter(
    ({ text }, index) => toasts.findLastIndex((toast) => toast.text === text) === index,
  )
  const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie.clear()])
  return { toasts: last.slice(-maxShown), headers }
}

function cookieNamed(name: string) {
  return siteCookie(name, { maxAgeSeconds: 60, pattern: encodedPattern })
}
