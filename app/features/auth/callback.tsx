import { data, redirect, replace } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { suspensionNotice } from '#domain/accounts/rules.ts'
import { currentRequestId } from '#platform/http/request-id.server.ts'
import { safePath } from '#platform/http/return-to.ts'
import type { Route } from './+types/callback.ts'
import { type CallbackContent, CallbackPage, headingOf } from './callback-page.tsx'
import { completeSignIn, readSuspension, signInSeconds, takeOwnAttempt } from './complete.server.ts'
import { providerError } from './provider-error.ts'

/** The redirect URI of the provider (AUTH-3). */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const answer = url.searchParams
  const error = providerError(answer)
  if (error) {
    const attempt = await takeOwnAttempt(services, request, answer)
    if (!attempt) return page({ failure: error.code }, 400)
    const reference = currentRequestId()
    services.log.info({ kind: 'answered', reason: oauthCode(answer), reference }, 'sign-in refused')
    return page({ failure: error.message, reference }, 400)
  }
  const failed = answer.get('failed')
  if (failed === 'often')
    return data<CallbackContent>(
      { failure: 'Too many attempts. Please try again later.' },
      { status: 429, headers: { 'Retry-After': String(signInSeconds) } },
    )
  if (failed !== null) {
    const reason = failed === 'suspended' && !context.get(viewerContext) && (await readSuspension(request))
    if (reason) return page({ failure: suspensionNotice(reason), suspended: true }, 403)
    const unreachable = failed === 'unreachable'
    const content = {
      failure: 'Failed to complete authentication',
      reference: referenceIn(answer),
      unreachable,
    }
    return page(content, unreachable ? 503 : 400)
  }

  const result = answer.has('code') && (await completeSignIn(services, request, answer))
  if (result && 'returnTo' in result) throw redirect(result.returnTo, { headers: result.headers })
  if (context.get(viewerContext)) throw replace(safePath(answer.get('redirect')))
  // Redirect to remove the code from the URL, which history and referrers record.
  if (result) throw redirect(result.failedPath)
  if (answer.has('state')) throw redirect('/auth/callback?failed=refused')
  return page({ failure: null }, 200)
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

function page(content: CallbackContent, status: number) {
  return data(content, { status })
}

function oauthCode(answer: URLSearchParams): string {
  return (answer.get('error') ?? '').replace(/[^\w.-]/g, '').slice(0, 60)
}

/** A request id of this app or of a shipped proxy: a link can hold no other text. */
function referenceIn(answer: URLSearchParams): string | undefined {
  return /^[\da-f-]{32,36}$/.exec(answer.get('reference') ?? '')?.[0]
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, {
    title: headingOf(loaderData?.failure ?? null, loaderData?.suspended),
    canonicalPath: '/login',
    hidden: true,
  })
}

export default function Callback({ loaderData }: Route.ComponentProps) {
  return <CallbackPage {...loaderData} />
}
