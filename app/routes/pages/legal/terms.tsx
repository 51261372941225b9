import { pageMeta } from '#app/ui/page-meta.ts'
import type { Route } from './+types/terms.ts'
import { LegalPage } from './legal-page.tsx'
import { textFor } from './legal-text.server.ts'
import { termsText } from './terms-text.server.ts'

export function loader({ context }: Route.LoaderArgs) {
  return textFor(termsText, context)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData.title, description: loaderData.subtitle })
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage text={loaderData} />
}
