import { data, redirect, replace } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { suspensionNotice } from '#domain/accounts/rules.ts'
import { safePath } from '#platform/http/return-to.ts'
import type { Route } from './+types/callback.ts'
import { CallbackPage, errorMessage, headingOf, UNKNOWN_SENDER_MESSAGE } from './callback-page.tsx'
import { completeSignIn, readSuspension, takeOwnAttempt } from './complete.server.ts'

/** The redirect URI of the provider (AUTH-3). */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const answer = url.searchParams
  const error = errorMessage(answer)
  if (error) {
    // Anyone can send a link with an error in it: show the text only for a sign-in of this browser.
    const attempt = await takeOwnAttempt(services, request, answer)
    return data({ failure: attempt ? error : UNKNOWN_SENDER_MESSAGE }, { status: 400 })
  }
  const failed = answer.get('failed')
  if (failed !== null) {
    const reason = failed === 'suspended' && !context.get(viewerContext) && (await readSuspension(request))
    if (reason) return data({ failure: suspensionNotice(reason), suspended: true }, { status: 403 })
    return data({ failure: 'Failed to complete authentication' }, { status: 400 })
  }

  const completed = answer.has('code') && (await completeSignIn(services, request, answer))
  if (completed) throw redirect(completed.returnTo, { headers: completed.headers })
  if (context.get(viewerContext)) throw replace(safePath(answer.get('redirect')))
  // Redirect to remove the code from the URL, which history and referrers record.
  if (answer.has('code') || answer.has('state')) throw redirect('/auth/callback?failed=yes')
  return data({ failure: null })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: headingOf(loaderData?.failure ?? null, hasSuspension(loaderData)),
    canonicalPath: '/login',
    hidden: true,
  })
}

export default function Callback({ loaderData }: Route.ComponentProps) {
  return <CallbackPage failure={loaderData.failure} suspended={hasSuspension(loaderData)} />
}

function hasSuspension(loaderData: Route.ComponentProps['loaderData'] | undefined): boolean {
  return loaderData !== undefined && 'suspended' in loaderData
}
