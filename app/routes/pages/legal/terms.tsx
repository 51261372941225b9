import { pageMeta } from '#app/ui/page-meta.ts'
import { houseOf } from '../house.server.ts'
import type { Route } from './+types/terms.ts'
import { LegalPage } from './legal-page.tsx'
import { termsText } from './terms-text.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return houseOf(context)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: termsText.title, description: termsText.subtitle })
}

export default function Terms({ loaderData }: Route.ComponentProps) {
  return <LegalPage house={loaderData} text={termsText} />
}
