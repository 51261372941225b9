import { resolve } from 'node:path'
import type { ClientName } from './clients.ts'

const headings: [RegExp, string][] = [
  [/^\/challenges\/:id(\/submissions)?$/, 'Challenge not found'],
  [/^\/challenges\/:id\/submit$/, 'Challenge Not Available'],
  [/^\/challenges\/.*\/:submissionId(\/withdraw)?$/, 'Submission Not Found'],
  [/^\/challenges\/.*\/edit$/, 'Editing Not Available'],
  [/^\/profile\//, 'User Not Found'],
  [/^\/admin\/leaderboard\/.*\/suspend$/, 'Suspend Member'],
  [/^\/admin\/leaderboard\/.*\/reinstate$/, 'Lift Suspension'],
  [/^\/admin\/leaderboard\//, 'User Not Found'],
  [/^\/admin\/challenges\/.*\/edit$/, 'Challenge Not Found'],
  [/^\/admin\/challenges\/.*\/complete$/, 'Complete Challenge'],
  [/^\/admin\/challenges\/.*\/extend$/, 'Extend Challenge'],
  [/^\/admin\/challenges\/.*\/delete$/, 'Delete Challenge'],
  [/^\/admin\/submissions\/.*\/approve$/, 'Approve Submission'],
  [/^\/admin\/submissions\/.*\/reject$/, 'Reject Submission'],
  [/^\/admin\/submissions\/.*\/delete$/, 'Delete Submission'],
]
const forMembers = /\/(submit|my-submission|edit|withdraw)$/
const files = /^\/media|\/share\.png$/
const deeds = /\/(vote|unvote)$/

/** What the page at a pattern with ids that nobody has answers: a status, and its heading or the words of a file. */
export function responseForMissing(pattern: string, caller: ClientName): { status: number; says: string } {
  const guarded = pattern.startsWith('/admin') || forMembers.test(pattern)
  if (caller === 'anonymous' && guarded) return { status: 302, says: '' }
  if (caller !== 'admin' && pattern.startsWith('/admin'))
    return { status: 403, says: heading('Access Denied') }
  if (pattern.endsWith('/my-submission')) return { status: 302, says: '' }
  if (files.test(pattern)) return { status: 404, says: 'Not found' }
  if (deeds.test(pattern)) return { status: 404, says: 'Not Found' }
  const [, words] = headings.find(([form]) => form.test(pattern)) ?? []
  if (!words) throw new Error(`Nobody said what ${pattern} answers where nothing is`)
  return { status: 404, says: heading(words) }
}

/** The end of a heading's markup, whatever classes it has. */
function heading(words: string): string {
  return `>${words}</h1>`
}

const root = resolve(import.meta.dirname, '../..')
const secrets: RegExp[] = [
  /node_modules|file:\/\/\/|\.tsx?:\d+/,
  /\n\s+at (async )?[\w.<>]+ \(/,
  /syntax error at|invalid input syntax|violates \w+ constraint|relation "\w+"|\bpg_\w+/,
  /\b(select|insert into|update|delete from) .{1,300}\b(users|challenges|submissions|votes|sessions)\b.{0,20}\b(where|set|values|join)\b/i,
]

/** What of the machine behind the site an answer gives away: a stack, a file's path, a statement, a router's word. */
export function leakedDetails(body: string): string[] {
  const told = secrets.flatMap((secret) => body.match(secret)?.[0].slice(0, 200) ?? [])
  if (body.includes(root)) told.push(root)
  // The data of a page carries the router's words for its scripts, which show them to nobody.
  const shown = body.startsWith('<!DOCTYPE html>') ? body.replaceAll(/<script[\s\S]*?<\/script>/g, '') : ''
  const routers = /\broutes\/\w|did not provide/.test(shown) || body.includes('Unexpected Server Error')
  return routers ? [...told, 'the words of the router'] : told
}
