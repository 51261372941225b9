import { pageMeta } from '#app/frame/page-meta.ts'
import type { Route } from './+types/privacy.ts'
import { legalDocument } from './documents.server.tsx'
import { LegalPage } from './legal-page.tsx'

export function loader({ context }: Route.LoaderArgs) {
  return legalDocument('privacy', context)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData.title, description: loaderData.summary })
}

export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData} />
}
