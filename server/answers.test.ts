import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { listenerSites } from '#test/listener-site.ts'

const { db } = await testDatabase()
const openSite = listenerSites(db)

test.each(['/healthz', '/readyz', '/', '/assets/app-1a2b3c.js'])(
  'the security headers are on %s',
  async (path) => {
    const { origin } = await openSite()
    const { headers } = await fetch(origin + path)
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).not.toBeNull()
  },
)

describe('during a database outage', () => {
  const away = () => Promise.reject(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))

  test('a browser gets a page in its theme, which needs no script', async () => {
    const { origin } = await openSite({ load: away })
    const headers = { Accept: 'text/html,*/*', Cookie: 'theme=light' }
    const response = await fetch(`${origin}/challenges`, { headers })
    const page = await response.text()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('5')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(page).toContain('<html lang="en" data-theme="light">')
    expect(page).toContain('<title>Temporarily unavailable | Creative Dojo</title>')
    expect(page).not.toMatch(/<script|\bat .*:\d+:\d+/)
    const policy = response.headers.get('content-security-policy') ?? ''
    const style = page.match(/<style>(.*)<\/style>/s)?.[1] ?? ''
    const hash = await crypto.subtle.digest('SHA-256', Buffer.from(style))
    expect(policy).toContain(`style-src 'sha256-${Buffer.from(hash).toString('base64')}'`)
  })

  test('other clients get one line', async () => {
    const { origin } = await openSite({ load: away })
    const data = await fetch(`${origin}/challenges.data`, { headers: { Accept: '*/*' } })
    expect([data.status, data.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await data.text()).toMatch(
      /^The site cannot answer at the moment\. Please try again\.\nReference: [\w-]{36}\n$/,
    )
  })
})

describe('readiness', () => {
  test('needs a database that can be written', async () => {
    const { origin } = await openSite()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    const readOnly = Object.assign(Object.create(db), {
      rows: (statement: Sql) =>
        db.transaction(async (tx) => {
          await tx.rows(sql`set transaction read only`)
          return tx.rows(statement)
        }),
    })
    const response = await fetch(`${(await openSite({ db: readOnly })).origin}/readyz`)
    expect([response.status, await response.text()]).toEqual([503, 'the database cannot be written\n'])
    expect(response.headers.get('retry-after')).toBe('5')
  })

  test('does not wait for a database that does not answer', async () => {
    const silent = Object.assign(Object.create(db), { rows: () => new Promise(() => undefined) })
    const response = await fetch(`${(await openSite({ db: silent })).origin}/readyz`)
    expect([response.status, await response.text()]).toEqual([503, 'the database cannot be written\n'])
  })

  test('says so while the file store is away, without which pages work', async () => {
    const { origin, dataDir } = await openSite()
    await rename(join(dataDir, 'files'), join(dataDir, 'moved'))
    const response = await fetch(`${origin}/readyz`)
    expect([response.status, await response.text()]).toEqual([
      200,
      'ready, but the file store cannot be reached\n',
    ])
    expect((await fetch(`${origin}/healthz`)).status).toBe(200)
  })

  test('is checked once for parallel requests', async () => {
    let writes = 0
    const counted = Object.assign(Object.create(db), {
      rows: async () => {
        writes++
        return []
      },
    })
    const { origin } = await openSite({ db: counted })
    const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${origin}/readyz`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(writes).toBe(1)
  })
})
