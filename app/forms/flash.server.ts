import type { ToastForm } from '#app/ui/toast.tsx'
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

interface FlashToast {
  text: string
  tone: ToastTone
  /** Leads to a page of this site. */
  link?: ToastLink
  /** Follows the text. */
  time?: ToastTime
  /** Acts on a path of this site. Left out where it would not fit into the cookie. */
  form?: ToastForm
}

export type ToastContent = Omit<FlashToast, 'tone'> & { tone?: ToastTone }

interface ToastTime {
  label: string
  at: string
}

interface ToastLink {
  to: string
  label: string
}

type ToastTone = 'good' | 'bad'

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
  const toasts = cookies.map((cookie) => decodeCookieValue(cookie.read(request))).filter(isFlashToast)
  const last = toasts.filter(
    ({ text }, index) => toasts.findLastIndex((toast) => toast.text === text) === index,
  )
  const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie.clear()])
  return { toasts: last.slice(-maxShown), headers }
}

function cookieNamed(name: string) {
  return siteCookie(name, { maxAgeSeconds: 60, pattern: encodedPattern })
}

function isFlashToast(value: unknown): value is FlashToast {
  if (typeof value !== 'object' || value === null) return false
  const { text, tone, link, time, form } = value as Partial<FlashToast>
  const isMessage =
    typeof text === 'string' && text.length <= maxLength && (tone === 'good' || tone === 'bad')
  return (
    isMessage &&
    (link === undefined || isToastLink(link)) &&
    (time === undefined || isToastTime(time)) &&
    (form === undefined || isToastForm(form))
  )
}

function isToastLink(link: unknown): boolean {
  const { to, label } = (link ?? {}) as Partial<ToastLink>
  return typeof to === 'string' && to !== '/' && safePath(to) === to && typeof label === 'string'
}

function isToastForm(form: unknown): boolean {
  const { label, action, fields } = (form ?? {}) as Partial<ToastForm>
  const isPath = typeof action === 'string' && action !== '/' && safePath(action) === action
  const areTexts = typeof fields === 'object' && fields !== null && Object.values(fields).every(isText)
  return isPath && isText(label) && areTexts
}

function isText(value: unknown): boolean {
  return typeof value === 'string'
}

function isToastTime(time: unknown): boolean {
  const { label, at } = (time ?? {}) as Partial<ToastTime>
  return typeof label === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at))
}
