import * as edit from '#app/features/submissions/form/edit.tsx'
import * as submit from '#app/features/submissions/form/submit.tsx'
import * as ballot from '#app/features/submissions/votes/ballot-action.ts'
import { takeToasts } from '#app/forms/flash.server.ts'
import type { Member } from '#domain/members/rules.ts'
import type { Database } from '#platform/database/database.server.ts'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import type { World } from './world.ts'

export const MEMBER_ACTIONS = ['vote', 'unvote', 'submit', 'edit'] as const
export type MemberAction = (typeof MEMBER_ACTIONS)[number]

const form = {
  title: 'Changed by hand',
  description: 'Sent without any page.',
  creationProcess: '',
  aiTools: 'Brush',
  contentUrl: '',
  termsAccepted: 'on',
}

const ACTIONS = { vote: ballot.action, unvote: ballot.action, submit: submit.action, edit: edit.action }

/** Sends an action's form and returns 'done', 'sign in <redirect>', the toast, or status and message. */
export async function runAction(
  on: Database,
  world: World,
  action: MemberAction,
  viewer: Member | null,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const path = action === 'submit' ? '/submit' : `/submissions/${world.mainSubmission}/${action}`
  const request = formRequest(
    `/challenges/${world.challenge}${path}`,
    action === 'submit' || action === 'edit' ? form : {},
  )
  const params = { id: world.challenge, submissionId: world.mainSubmission }
  const context = await requestContext(on, viewer, env)
  const handler = ACTIONS[action] as (args: object) => Promise<unknown>
  const url = new URL(request.url)
  const result = await handler({ request, params, context, url, pattern: url.pathname }).catch(
    (thrown) => thrown,
  )
  if (result instanceof Response) return resultOf(result)
  const { data, init } = result as { data: { message: string | null }; init: ResponseInit }
  return `${init.status} ${data.message}`
}

async function resultOf(result: Response): Promise<string> {
  if (result.status >= 400) return `${result.status}`
  const location = result.headers.get('location') ?? ''
  if (location.startsWith('/login'))
    return `sign in ${decodeURIComponent(location.split('redirect=')[1] ?? '')}`
  const cookies = result.headers.getSetCookie().map((line) => line.split(';')[0])
  const [toast] = (await takeToasts(new Request(origin, { headers: { Cookie: cookies.join('; ') } }))).toasts
  return !toast || toast.tone === 'good' ? 'done' : toast.text
}
