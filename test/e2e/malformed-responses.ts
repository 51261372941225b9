import { resolve } from 'node:path'
import { COMMENT_ACTIONS } from '#app/features/admin/comments/comment-actions.ts'
import { STEPS } from '#app/features/admin/integrity/paths.ts'
import { ACCOUNT_ACTIONS } from '#app/features/admin/members/paths.ts'
import { VERBS as SERIES_VERBS } from '#app/features/admin/series/paths.ts'
import { MODERATION } from '#app/features/admin/submissions/statuses.ts'
import type { ClientName } from './clients.ts'

/** The actions that a parameter names, with their headings. */
const NAMED: Record<string, Record<string, string>> = {
  '/admin/integrity/:id/:step': STEPS,
  '/admin/submissions/:id/:verb': titlesOf(MODERATION),
  '/admin/comments/:id/:verb': titlesOf(COMMENT_ACTIONS),
  '/admin/series/:id/:verb': titlesOf(SERIES_VERBS),
  '/admin/leaderboard/:userId/:verb': titlesOf(ACCOUNT_ACTIONS),
}

function titlesOf(actions: Record<string, { title: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(actions).map(([name, { title }]) => [name, title]))
}

const headings: [RegExp, string][] = [
  [/^\/challenges\/:id(\/submissions|\/results|\/voting-room)?$/, 'Challenge not found'],
  [/^\/challenges\/:id\/(submit|draft)$/, 'Challenge Not Available'],
  [/^\/challenges\/.*\/:submissionId(\/withdraw|\/comments|\/compare\/:otherId)?$/, 'Submission Not Found'],
  [/^\/challenges\/:id\/draft\/delete$/, 'Page not found'],
  [/^\/(comments|report|announcements)\//, 'Page not found'],
  [/^\/admin\/announcements\/.*\/withdraw$/, 'Withdraw Announcement'],
  [/^\/admin\/people\/invitations\//, 'End Invitation'],
  [/^\/admin\/settings\/changes\//, 'Set Back'],
  [/^\/admin\/suggestions\//, 'Decline Suggestion'],
  [/^\/admin\/series\/:id$/, 'Series Not Found'],
  [/^\/admin\/series\/.*\/remove$/, 'Remove Prompt'],
  [/^\/admin\/series\//, 'Page not found'],
  [/^\/admin\/(reports|people|webhooks|settings\/pages)\//, 'Page not found'],
  [/^\/challenges\/.*\/edit$/, 'Editing Not Available'],
  [/^\/profile\//, 'User Not Found'],
  [/^\/admin\/leaderboard\//, 'User Not Found'],
  [/^\/admin\/challenges\/:id(\/(edit|entries|announcements|results|history))?$/, 'Challenge Not Found'],
  [/^\/admin\/challenges\/.*\/steps\//, 'Page not found'],
  [/^\/admin\/challenges\/templates\/.*\/delete$/, 'Delete Template'],
  [/^\/admin\/challenges\/templates\//, 'Page not found'],
  [/^\/admin\/challenges\/.*\/delete$/, 'Delete Challenge'],
  [/^\/admin\/challenges\/.*\/move$/, 'Page not found'],
  [/^\/admin\/integrity\/:id$/, 'Challenge Not Found'],
  [/^\/unsubscribe\//, 'Page not found'],
]
const forMembers =
  /\/(submit|draft|draft\/delete|my-submission|edit|withdraw|comments)$|^\/notifications\/|^\/(comments|report|announcements)\//
const files = /^\/media|\/share(-story)?\.png$/
const actions = /\/((un|move-)?vote|(un)?shortlist|(un)?follow|seen)$/

/** A pattern and, if a parameter names an action, those of all actions. */
export function withSteps(pattern: string): string[] {
  const names = Object.keys(NAMED[pattern] ?? {})
  return [pattern, ...names.map((name) => pattern.replace(/:\w+$/, name))]
}

function titleOf(pattern: string): string | undefined {
  if (pattern in NAMED) return 'Page not found'
  const [, place = '', name = ''] = pattern.match(/^(.*)\/(\w+)$/) ?? []
  const named = NAMED[`${place}/:step`] ?? NAMED[`${place}/:verb`]
  return named?.[name] ?? headings.find(([form]) => form.test(pattern))?.[1]
}

/** The expected response of a route for unknown ids: its status and heading or, for a file, its text. */
export function responseForMissing(pattern: string, client: ClientName): { status: number; text: string } {
  const guarded = pattern.startsWith('/admin') || forMembers.test(pattern)
  if (client === 'anonymous' && guarded) return { status: 302, text: '' }
  if (client !== 'admin' && pattern.startsWith('/admin'))
    return { status: 403, text: heading('Access Denied') }
  if (/\/my-submission$|\/prompts\/.*\/move$/.test(pattern) || pattern.startsWith('/notifications/'))
    return { status: 302, text: '' }
  if (/\.(ics|atom)$|^\/challenges\/current\//.test(pattern)) return { status: 404, text: 'Not Found' }
  if (files.test(pattern) || actions.test(pattern) || pattern === '/admin/submissions/:verb')
    return { status: 404, text: 'Not Found' }
  const title = titleOf(pattern)
  if (!title) throw new Error(`No expected response for ${pattern}`)
  return { status: 404, text: heading(title) }
}

function heading(title: string): string {
  return `>${title}</h1>`
}

const root = resolve(import.meta.dirname, '../..')
const internals: RegExp[] = [
  /node_modules|file:\/\/\/|\.tsx?:\d+/,
  /\n\s+at (async )?[\w.<>]+ \(/,
  /syntax error at|invalid input syntax|violates \w+ constraint|relation "\w+"|\bpg_\w+/,
  /\b(select|insert into|update|delete from) .{1,300}\b(users|challenges|submissions|votes|sessions)\b.{0,20}\b(where|set|values|join)\b/i,
]

/** Internals that a response reveals: stack traces, file paths, SQL, messages of the router. */
export function leakedDetails(body: string): string[] {
  const found = internals.flatMap((pattern) => body.match(pattern)?.[0].slice(0, 200) ?? [])
  if (body.includes(root)) found.push(root)
  // The data for hydration holds messages of the router that the page does not show.
  const shown = body.startsWith('<!DOCTYPE html>') ? body.replaceAll(/<script[\s\S]*?<\/script>/g, '') : ''
  const routers = /\broutes\/\w|did not provide/.test(shown) || body.includes('Unexpected Server Error')
  return routers ? [...found, 'messages of the router'] : found
}
