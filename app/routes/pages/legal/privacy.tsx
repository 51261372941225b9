import { pageMeta } from '#app/ui/page-meta.ts'
import { houseOf } from '../house.server.ts'
import type { Route } from './+types/privacy.ts'
import { LegalPage } from './legal-page.tsx'
import { privacyText } from './privacy-text.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return houseOf(context)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: privacyText.title, description: privacyText.subtitle })
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage house={loaderData} text={privacyText} />
}
