import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as 43 characters that need no escaping in a cookie or an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** How a secret of 256 random bits is stored and looked up: whoever reads the table cannot use it. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
