import type * as oidc from 'openid-client'
import { SignInFailure } from './failure.server.ts'

/** Of an answer of the provider, in bytes. One with all claims of a member may have some hundred thousand. */
const maxBytes = 5 * 1024 * 1024

/** Fetches an answer of the provider. Throws SignInFailure if it is too large, and reads no further. */
export const limitedFetch: oidc.CustomFetch = async (url, options) => {
  const { body, status, headers } = await fetch(url, options as RequestInit)
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  // Leaving the loop cancels the body and closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new SignInFailure('unreachable', 'answer-too-large')
    chunks.push(chunk)
  }
  return new Response(body && new Blob(chunks), { status, headers })
}
