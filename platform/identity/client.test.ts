import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { createIdentityClient } from '#platform/identity/client.server.ts'
import { openFalseProvider } from '#test/false-provider.ts'
import { listening } from '#test/listening.ts'

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
    expect(client.isPrepared).toBe(true)
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

  it('reads no more of an answer than a few megabytes', async () => {
    let sent = 0
    const endless = createServer((_, res) => {
      res.setHeader('Content-Type', 'application/json')
      const chunk = Buffer.alloc(64 * 1024, ' ')
      const write = () => {
        while (!res.destroyed && res.write(chunk)) sent += chunk.length
      }
      res.on('drain', write)
      write()
    })
    const issuer = await listening(endless)
    const client = createIdentityClient({ issuer, clientId: 'dojo', redirectUri })
    await expect(client.startSignIn()).rejects.toMatchObject({
      kind: 'unreachable',
      code: 'answer-too-large',
    })
    expect(client.isPrepared).toBe(false)
    await new Promise((resolve) => endless.close(resolve))
    // Some is on its way when the client stops.
    expect(sent).toBeLessThan(32 * 1024 * 1024)
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
