import { pageMeta } from '#app/ui/page-meta.ts'
import type { Route } from './+types/cookies.ts'
import { cookiesText } from './cookies-text.server.ts'
import { LegalPage } from './legal-page.tsx'
import { textFor } from './legal-text.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return textFor(cookiesText, context)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData.title, description: loaderData.subtitle })
}

export default function Cookies({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
