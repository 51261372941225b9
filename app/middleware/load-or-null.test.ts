import { describe, expect, it } from 'vitest'
import { incompleteContext } from '#app/context.ts'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { loadOrNull } from './load-or-null.server.ts'

const { db } = await testDatabase()

describe('a part of a page', () => {
  it('that loads leaves the page complete', async () => {
    const context = await requestContext(db, null)
    expect(await loadOrNull(context, Promise.resolve('part'))).toBe('part')
    expect(context.get(incompleteContext)).toBe(false)
  })

  it('that failed is left out, and the page marked as incomplete', async () => {
    const context = await requestContext(db, null)
    expect(await loadOrNull(context, Promise.reject(new Error('lost')))).toBeNull()
    expect(context.get(incompleteContext)).toBe(true)
  })

  it('that fails because the database is unavailable fails the page', async () => {
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    await expect(loadOrNull(await requestContext(db, null), Promise.reject(away))).rejects.toMatchObject({
      init: { status: 503, headers: { 'Retry-After': '5' } },
    })
  })
})
