import * as edit from '#app/features/submissions/form/edit.tsx'
import * as submit from '#app/features/submissions/form/submit.tsx'
import * as unvote from '#app/features/submissions/unvote.ts'
import * as vote from '#app/features/submissions/vote.ts'
import { takeToast } from '#app/forms/flash.server.ts'
import type { Member } from '#domain/members/rules.ts'
import type { Database } from '#platform/database/database.server.ts'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import type { World } from './world.ts'

export const ADMIN_ACTIONS = ['vote', 'unvote', 'submit', 'edit'] as const
export type AdminAction = (typeof ADMIN_ACTIONS)[number]

const form = {
  title: 'Changed by hand',
  description: 'Sent without any page.',
  creationProcess: '',
  aiTools: 'Brush',
  contentUrl: '',
  termsAccepted: 'on',
}

const ACTIONS = { vote: vote.action, unvote: unvote.action, submit: submit.action, edit: edit.action }

/** Sends the deed as its form would, whether or not any page offers it: '200 said' or '303 said', 'sign in', or 'done'. */
export async function runAction(
  on: Database,
  world: World,
  deed: AdminAction,
  viewer: Member | null,
  env: NodeJS.ProcessEnv = {},
): Promise<string> {
  const path = deed === 'submit' ? '/submit' : `/submissions/${world.looked}/${deed}`
  const request = formRequest(
    `/challenges/${world.challenge}${path}`,
    deed === 'submit' || deed === 'edit' ? form : {},
  )
  const params = { id: world.challenge, submissionId: world.looked }
  const context = await requestContext(on, viewer, env)
  const act = ACTIONS[deed] as (args: object) => Promise<unknown>
  const answer = await act({ request, params, context, url: new URL(request.url), pattern: '' }).catch(
    (thrown) => thrown,
  )
  if (answer instanceof Response) return said(answer)
  const { data, init } = answer as { data: { message: string | null }; init: ResponseInit }
  return `${init.status} ${data.message}`
}

async function said(answer: Response): Promise<string> {
  const to = answer.headers.get('location') ?? ''
  if (to.startsWith('/login')) return `sign in ${decodeURIComponent(to.split('redirect=')[1] ?? '')}`
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  const { toast } = await takeToast(new Request(origin, { headers: { Cookie: cookies.join('; ') } }))
  return !toast || toast.tone === 'good' ? 'done' : toast.text
}
