import { randomBytes } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

export interface Order {
  site: string
  address: string
  /** One per upload; all are sent at once. */
  cookies: string[]
  bytes: Uint8Array
}

export function uploadAddress(site: string, challenge: string): string {
  return `${site}/challenges/${challenge}/submit`
}

export async function newMember(site: string): Promise<string> {
  const { request } = await import('@playwright/test')
  const browser = await request.newContext({ baseURL: site })
  const headers = { Origin: site }
  const choice = await browser.post('/login/start', { headers, form: { redirect: '/' } })
  const name = randomBytes(6).toString('hex')
  await browser.post(choice.url(), { headers, form: { name, email: `${name}@example.org`, new: 'yes' } })
  const { cookies } = await browser.storageState()
  await browser.dispose()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

parentPort?.on('message', (order: Order) => {
  Promise.all(order.cookies.map((cookie) => send(order, cookie))).then(
    () => parentPort?.postMessage(null),
    (error) => parentPort?.postMessage(String(error)),
  )
})

async function send({ site, address, bytes }: Order, cookie: string): Promise<void> {
  const body = new FormData()
  body.set('title', '')
  body.set('image', new File([new Uint8Array(bytes)], 'image', { type: 'image/jpeg' }))
  const headers = { Cookie: cookie, Origin: site, Accept: 'application/json' }
  const response = await fetch(address, { method: 'POST', body, headers })
  const { image } = (await response.json()) as { image: unknown }
  if (response.status !== 422 || !image) throw new Error(`The image was not stored: ${response.status}`)
}
