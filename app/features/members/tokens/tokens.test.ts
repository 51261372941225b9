import { describe, expect, it } from 'vitest'
import { TOKEN_MESSAGES } from '#domain/members/rules.ts'
import { createToken, memberOfToken, tokensOf } from '#domain/sessions/tokens.server.ts'
import { newId } from '#platform/id.server.ts'
import { accepted, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage, watched } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import { action as revoke } from './revoke.ts'
import * as tokens from './tokens.tsx'

const { db } = await testDatabase()

type Viewer = Awaited<ReturnType<typeof makeMember>>

async function send(action: unknown, viewer: Viewer | null, fields = {}, params = {}) {
  const request = formRequest('/profile/tokens', fields)
  const args = { request, params, context: await requestContext(db, viewer) }
  return (action as (args: never) => Promise<unknown>)(args as never).catch((thrown: unknown) => thrown)
}

describe('the page of tokens (AUTH-45)', () => {
  it('sends visitors to the sign-in', async () => {
    expect(await openPage(db, tokens, '/profile/tokens')).toMatchObject({ status: 302 })
    expect(await send(tokens.action, null, { name: 'Script' })).toMatchObject({ status: 302 })
  })

  it('shows a new token once', async () => {
    const viewer = await makeMember(db)
    const { token } = (await send(tokens.action, viewer, { name: 'Script' })) as { token: string }
    expect((await memberOfToken(db, token))?.member.id).toBe(viewer.id)
    const { text } = await openPage(db, tokens, '/profile/tokens', { viewer })
    expect(text).toContain('Script')
    expect(text).toContain('Not used yet.')
    expect(text).not.toContain(token)
  })

  it('says that the tokens cannot be loaded, and keeps its form', async () => {
    const broken = watched(db, /access_tokens/)
    const { text } = await openPage(broken.db, tokens, '/profile/tokens', { viewer: await makeMember(db) })
    expect(text).toContain('Failed to load your tokens')
    expect(text).toContain('Create token')
  })

  it('keeps what was typed where it refuses it', async () => {
    const viewer = await makeMember(db)
    const typed = 'x'.repeat(51)
    expect(await send(tokens.action, viewer, { name: typed })).toMatchObject({
      data: { message: TOKEN_MESSAGES.name, typed },
      init: { status: 422 },
    })
    for (let n = 0; n < 10; n++) accepted(await createToken(db, viewer, `Script ${n}`))
    expect(await send(tokens.action, viewer, { name: 'Script' })).toMatchObject({
      data: { message: TOKEN_MESSAGES.full, typed: 'Script' },
      init: { status: 409 },
    })
    expect(await send(tokens.action, viewer, { name: 'Script', userId: viewer.id })).toMatchObject({
      status: 400,
    })
  })

  it('revokes a token of the member, and of no other', async () => {
    const [viewer, other] = [await makeMember(db), await makeMember(db)]
    const { token } = accepted(await createToken(db, viewer, 'Script'))
    const [row] = await tokensOf(db, viewer)
    expect(await send(revoke, other, {}, { tokenId: row?.id })).toMatchObject({ status: 404 })
    for (const tokenId of ['x', newId()])
      expect(await send(revoke, viewer, {}, { tokenId })).toMatchObject({ status: 404 })
    expect(await send(revoke, viewer, {}, { tokenId: row?.id })).toMatchObject({ status: 303 })
    expect(await memberOfToken(db, token)).toBeUndefined()
  })
})
