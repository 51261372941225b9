import { pageMeta } from '#app/ui/page-meta.ts'
import type { Route } from './+types/privacy.ts'
import { LegalPage } from './legal-page.tsx'
import { textFor } from './legal-text.server.ts'
import { privacyText } from './privacy-text.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return textFor(privacyText, context)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData.title, description: loaderData.subtitle })
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
