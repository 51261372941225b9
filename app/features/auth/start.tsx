import { data, redirect } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { hasOtherFields, readFields } from '#app/forms/upload/form-fields.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { countSignIn, forgetSignIn, sendToProvider, zoneCookie } from '#app/middleware/sign-in.server.ts'
import { safePath } from '#platform/http/return-to.ts'
import { SignInFailure } from '#platform/identity/failure.server.ts'
import { knownZone } from '#platform/time-zone.ts'
import type { Route } from './+types/start.ts'
import { loginPage, showLogin } from './login.server.ts'
import { LoginPage } from './login-page.tsx'

const retryAfterSeconds = 30

/** Starts a sign-in and redirects to the provider (AUTH-7, AUTH-8). Failures show on the login page. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext)
  const { fields, unreadable } = await readFields(request)
  if (unreadable || hasOtherFields(fields, ['redirect', 'zone']))
    throw new Response('Bad Request', { status: 400 })
  const returnTo = safePath(fields.get('redirect'))
  if (context.get(viewerContext)) return redirect(returnTo, 303)

  const limitResult = await countSignIn(services, request)
  const page = loginPage(context, returnTo)
  if (!limitResult.ok)
    return failed(429, limitResult.retryAfterSeconds, { ...page, problem: 'often' as const })
  try {
    const response = await sendToProvider(services, request, { returnTo })
    const zone = knownZone(fields.get('zone'))
    if (zone) response.headers.append('Set-Cookie', zoneCookie.write(zone))
    return response
  } catch (error) {
    if (!(error instanceof SignInFailure)) throw error
    services.log.warn({ kind: error.kind, reason: error.code }, 'sign-in could not start')
    await forgetSignIn(services, request)
    return failed(503, retryAfterSeconds, { ...page, problem: 'unanswered' as const })
  }
}

/** A reload after a failed start requests this address. */
export function loader({ url, context }: Route.LoaderArgs) {
  return showLogin(url, context)
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Sign In', canonicalPath: '/login', hidden: true })
}

export default function Start({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginPage page={actionData ?? loaderData} problem={actionData?.problem} />
}

function failed<Page>(status: number, retryAfterSeconds: number, page: Page) {
  return data(page, { status, headers: { 'Retry-After': String(retryAfterSeconds) } })
}
