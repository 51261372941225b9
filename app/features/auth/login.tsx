import { pageMeta } from '#app/frame/page-meta.ts'
import type { Route } from './+types/login.ts'
import { showLogin } from './login.server.ts'
import { LoginPage } from './login-page.tsx'

export function loader({ url, context }: Route.LoaderArgs) {
  return showLogin(url, context)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Sign In',
    description: 'Sign in to enter challenges, vote and climb the ranks.',
  })
}

export default function Login({ loaderData }: Route.ComponentProps) {
  return <LoginPage page={loaderData} />
}
