import { afterAll, describe, expect, it } from 'vitest'
import { createIdentityClient } from '#platform/identity/client.server.ts'
import { openFalseProvider } from '#test/false-provider.ts'

const provider = await openFalseProvider()
afterAll(() => provider.close())
const redirectUri = 'http://127.0.0.1:3000/auth/callback'

describe('an identity client', () => {
  it.each(['http://accounts.example', 'ftp://accounts.example', 'http://127.0.0.1.evil.example'])(
    'refuses an issuer at %s',
    (issuer) => {
      expect(() => createIdentityClient({ issuer, clientId: 'dojo', redirectUri })).toThrow(TypeError)
    },
  )

  it('loads the metadata once, when first needed', async () => {
    const client = createIdentityClient({ issuer: provider.issuer, clientId: 'dojo', redirectUri })
    expect(provider.requests).toEqual([])
    await client.prepare(5_000)
    const { address, secrets } = await client.startSignIn()
    expect(provider.requests).toEqual(['/.well-known/openid-configuration'])
    expect(client.origin).toBe(provider.issuer)
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      redirect_uri: redirectUri,
      response_type: 'code',
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
    })
    expect(address.href).not.toContain(secrets.codeVerifier)
  })

  it('makes new secrets for every sign-in', async () => {
    const client = createIdentityClient({ issuer: provider.issuer, clientId: 'dojo', redirectUri })
    const [one, two] = [await client.startSignIn(), await client.startSignIn()]
    const all = [...Object.values(one.secrets), ...Object.values(two.secrets)]
    expect(new Set(all).size).toBe(6)
  })

  it('prepares for an unreachable provider without an error', async () => {
    const gone = await openFalseProvider()
    await gone.close()
    const client = createIdentityClient({ issuer: gone.issuer, clientId: 'dojo', redirectUri })
    await client.prepare(5_000)
    expect(client.origin).toBe(gone.issuer)
    await expect(client.startSignIn()).rejects.toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED' })
  })
})
