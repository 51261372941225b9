export interface Order {
  verb: 'grant' | 'revoke'
  /** An e-mail address, or a member's id if several members have the address. */
  whom: string
}

export const USAGE = `Usage: npm run admin:grant -- <email>
       npm run admin:revoke -- <email>
The address is one that the sign-in provider has verified; a member's id does as well.`

export function orderIn(words: readonly string[]): Order | undefined {
  const [verb, whom = '', ...more] = words
  if ((verb !== 'grant' && verb !== 'revoke') || more.length > 0) return undefined
  const name = whom.trim()
  return name === '' || name.startsWith('-') ? undefined : { verb, whom: name }
}
