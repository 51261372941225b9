export interface AdminCommand {
  verb: 'grant' | 'revoke'
  /** An e-mail address, or a member's id if several members have the address. */
  member: string
}

export const USAGE = `Usage: npm run admin:grant -- <email>
       npm run admin:revoke -- <email>
The address is one that the sign-in provider has verified; a member's id does as well.`

export function parseArguments(words: readonly string[]): AdminCommand | undefined {
  const [verb, member = '', ...more] = words
  if ((verb !== 'grant' && verb !== 'revoke') || more.length > 0) return undefined
  const name = member.trim()
  return name === '' || name.startsWith('-') ? undefined : { verb, member: name }
}
