import * as oidc from 'openid-client'

/** How the token endpoint gets the client's secret: in the header Authorization, or as a field of the form. */
export type TokenAuth = 'basic' | 'post'

/**
 * Sends the secret by `method`, by default as the provider's metadata says; or by the other method while `usesOther` says so. In the
 * header only characters are encoded that must be (RFC 6749, section 2.3.1), since some providers do not decode it.
 */
export function clientAuthentication(
  secret: string,
  method: TokenAuth | undefined,
  usesOther: () => boolean,
): oidc.ClientAuth {
  const post = oidc.ClientSecretPost(secret)
  return (server, client, body, headers) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const usesBasic = method ? method === 'basic' : supported.includes('client_secret_basic')
    if (usesBasic === usesOther()) return post(server, client, body, headers)
    const credentials = `${formEncoded(client.client_id)}:${formEncoded(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

function formEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%20', '+')
}
