import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { Browser } from '#test/browser.ts'
import { makeChallenge } from '#test/builders.ts'
import { begin } from '#test/sign-in.ts'
import { programNamed } from '../../scripts/check/programs.ts'
import { freePort } from '../../scripts/free-port.ts'
import type { FileInput } from './images.ts'
import { phone } from './pages.ts'
import { checkNginxFile, type ProxyName, startProxy } from './proxies.ts'
import { signInHere } from './sign-in.ts'
import { openSite, type Site } from './site.ts'
import { chooseImage, fillSubmission, sendSubmission, submissionTexts } from './submissions.ts'
import { test as base, expect, test } from './test.ts'

const megabyte = 1024 * 1024

for (const name of ['nginx', 'caddy', 'haproxy'] as const) {
  const proxied = base.extend({ site: [siteBehind(name), { scope: 'worker', timeout: 120_000 }] })

  proxied.describe(`behind ${name}`, () => {
    proxied.use(phone)
    proxied.skip(!programNamed(name), `no ${name}`)

    proxied('a member submits an image of nearly 10 MB', async ({ page, db }) => {
      const challenge = await makeChallenge(db, { title: 'Paper lanterns' })
      await page.goto(`/challenges/${challenge}`)
      await page.getByRole('link', { name: 'Sign In to Submit' }).click()
      await signInHere(page, 'ann@example.org')
      await fillSubmission(page)
      await chooseImage(page, await largeImage())
      await sendSubmission(page)
      await expect(page.getByRole('heading', { name: 'Submission Successful!' })).toBeVisible()
      await page.getByRole('link', { name: 'View My Submission' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(submissionTexts.Title)
    })

    proxied('300 people of one address open the site at once', async ({ site }) => {
      const statuses = Array.from({ length: 300 }, () => statusOf(site))
      expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
    })

    proxied('300 people of one address sign in at once', async ({ site, db }) => {
      await db.rows(sql`delete from rate_limits`)
      const people = Array.from({ length: 300 }, (_, index) => `person-${index}@example.org`)
      const cookies = await Promise.all(people.map((email) => sessionAfterSignIn(site, email)))
      expect(cookies.filter(Boolean)).toHaveLength(300)
    })

    proxied(
      'a page opens beside 1,000 idle and 50 slow connections of the same address',
      async ({ site }) => {
        const { port, host } = new URL(site.origin)
        const slow = `POST /login/start HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1000\r\n\r\n`
        const sockets = await Promise.all(Array.from({ length: 1_050 }, () => opened(Number(port))))
        for (const socket of sockets.slice(0, 50)) socket.write(slow)
        for (let count = 0; count < 20; count++) {
          expect(await statusOf(site)).toBe(200)
          for (const socket of sockets.slice(0, 50)) socket.write('x')
          await sleep(50)
        }
        for (const socket of sockets) socket.destroy()
      },
    )

    proxied('a request whose headers never end is closed', async ({ site }) => {
      const socket = await opened(Number(new URL(site.origin).port))
      socket.write('GET / HTTP/1.1\r\nHost: loc')
      const answer = await text(socket).catch(() => '')
      expect(answer).toMatch(/^(HTTP\/1\.1 408|$)/)
    })
  })
}

test('nginx accepts the shipped file with TLS', async () => {
  test.skip(!programNamed('nginx'), 'no nginx')
  expect(await checkNginxFile()).toContain('test is successful')
})

function siteBehind(name: ProxyName) {
  return async (
    { browserName }: { browserName: string },
    use: (site: Site) => Promise<void>,
    { workerIndex }: { workerIndex: number },
  ) => {
    const port = await freePort()
    const origin = `http://localhost:${port}`
    const site = await openSite(`${browserName}_${name}_${workerIndex}`, {
      PUBLIC_URL: origin,
      TRUST_PROXY: '1',
    })
    const stopProxy = await startProxy(name, { port, app: Number(new URL(site.origin).port) })
    await use({ ...site, origin })
    await stopProxy()
    await site.stop()
  }
}

async function statusOf({ origin }: Site): Promise<number> {
  const answer = await fetch(`${origin}/challenges`)
  await answer.text()
  return answer.status
}

async function sessionAfterSignIn({ origin }: Site, email: string): Promise<string | undefined> {
  const browser = new Browser()
  const account = await begin(origin, browser)
  await browser.submit(account.url, { name: 'Ann', email, new: 'yes' })
  return browser.cookie('session')
}

async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Noise, which does not compress. */
async function largeImage(): Promise<FileInput> {
  const side = 1_800
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const buffer = await sharp({
    create: { width: side, height: side, channels: 3, background: 'black', noise },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(buffer.length).toBeGreaterThan(9 * megabyte)
  expect(buffer.length).toBeLessThan(10 * megabyte)
  return { name: 'noise.png', mimeType: 'image/png', buffer }
}
