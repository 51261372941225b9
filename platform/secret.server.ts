import { createHash, randomBytes } from 'node:crypto'

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a secret: a person who reads the table cannot use it. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
