import { draftSavedAt, openKeptPages, pageOf } from './kept-pages.ts'

/** By the build: a name for this release, and the files to keep before they are used. */
declare const BUILD: { release: string; files: string[] }

interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface FetchEvent extends WorkerEvent {
  request: Request
  preloadResponse: Promise<Response | undefined>
  respondWith(response: Promise<Response>): void
}

interface PushEvent extends WorkerEvent {
  data: { json(): { title: string; path: string } } | null
}

interface ClickEvent extends WorkerEvent {
  notification: Notification
}

/** What is used of the scope of a service worker, which the types of pages lack. */
interface WorkerScope {
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    claim(): Promise<void>
    matchAll(): Promise<{ url: string }[]>
    openWindow(path: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listen: (event: WorkerEvent) => void): void
  addEventListener(type: 'fetch', listen: (event: FetchEvent) => void): void
  addEventListener(type: 'push', listen: (event: PushEvent) => void): void
  addEventListener(type: 'notificationclick', listen: (event: ClickEvent) => void): void
}

const worker = self as unknown as WorkerScope
const kept = openKeptPages(BUILD.release)

/** After the page has loaded its own parts, and once for all requests of one page. */
const keepDelayMs = 1_500
const due = new Set<string>()

worker.addEventListener('install', (event) => {
  event.waitUntil(kept.install(BUILD.files).then(() => worker.skipWaiting()))
})

worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== worker.location.origin) return
  if (request.method === 'POST') return event.waitUntil(noteForm(pathname))
  if (pathname.startsWith('/assets/')) return event.respondWith(kept.asset(request))
  const page = pageOf(request)
  if (page !== undefined) event.respondWith(load(event, page))
})

worker.addEventListener('push', (event) => {
  const message = event.data?.json()
  if (!message) return
  const { title, path } = message
  event.waitUntil(
    worker.registration.showNotification(title, { tag: path, data: path, icon: '/icon-192.png' }),
  )
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(worker.clients.openWindow(event.notification.data))
})

async function takeOver(): Promise<void> {
  await Promise.all([kept.takeOver(), worker.registration.navigationPreload?.enable()])
  await worker.clients.claim()
  const open = await worker.clients.matchAll()
  await Promise.all(open.map(({ url }) => keepLater(url.slice(worker.location.origin.length))))
}

/** From the network; a document also from what is kept. */
async function load(event: FetchEvent, page: string): Promise<Response> {
  const { request } = event
  const isDocument = request.mode === 'navigate'
  try {
    const response = (isDocument && (await event.preloadResponse)) || (await fetch(request))
    event.waitUntil(Promise.all([kept.noteSession(response), keepLater(page)]))
    return response
  } catch (error) {
    if (isDocument) return kept.answer(page)
    throw error
  }
}

/** Forms go to the network by themselves. */
async function noteForm(path: string): Promise<void> {
  if (/^\/sign-out(\.data)?$/.test(path)) return kept.dropDrafts()
  const draft = draftSavedAt(path)
  if (draft) await keepLater(draft)
}

async function keepLater(page: string): Promise<void> {
  if (due.has(page)) return
  due.add(page)
  await new Promise((resolve) => setTimeout(resolve, keepDelayMs))
  due.delete(page)
  // Without a network, or with a full disk, what was kept stays.
  await kept.keep(page).catch(() => undefined)
}
