import { redirect } from 'react-router'
import { viewerContext } from '#app/context.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import { safePath } from '#platform/http/return-to.ts'
import type { Route } from './+types/login.ts'
import { loginPage } from './login-page.server.ts'
import { LoginScreen } from './login-screen.tsx'

export function loader({ url, context }: Route.LoaderArgs) {
  const returnTo = safePath(url.searchParams.get('redirect'))
  if (context.get(viewerContext)) throw redirect(returnTo)
  return loginPage(context, returnTo)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Sign In',
    description: 'Sign in to enter challenges, vote and climb the ranks.',
  })
}

export default function Login({ loaderData }: Route.ComponentProps) {
  return <LoginScreen page={loaderData} />
}
