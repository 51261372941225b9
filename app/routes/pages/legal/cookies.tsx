import { pageMeta } from '#app/ui/page-meta.ts'
import { houseOf } from '../house.server.ts'
import type { Route } from './+types/cookies.ts'
import { cookiesText } from './cookies-text.tsx'
import { LegalPage } from './legal-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return houseOf(context)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: cookiesText.title, description: cookiesText.subtitle })
}

export default function Cookies({ loaderData }: Route.ComponentProps) {
  return <LegalPage house={loaderData} text={cookiesText} />
}
