import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Card } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { PAGE_NAMES, PAGES } from '#domain/pages/rules.ts'
import { PAGES_PATH, SETTINGS_PATH } from '../paths.ts'
import type { Route } from './+types/list.ts'

/** The pages that administrators can write (ADM-125). */
export async function loader({ context }: Route.LoaderArgs) {
  const { pages } = context.get(servicesContext)
  await pages.refresh()
  return PAGE_NAMES.map((page) => {
    const { text = null, at = null } = pages.current(page) ?? {}
    return { page, isOriginal: text === null, at }
  })
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: TITLE, hidden: true })
}

const TITLE = 'Texts'

export default function WrittenPages({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title={TITLE}
        subtitle="The legal texts, as the law where you are asks, and the introduction of the tools"
        crumbs={[{ to: SETTINGS_PATH, label: 'Site Settings' }, { label: TITLE }]}
      />
      <Card as="ul" flush className="max-w-160 divide-y divide-line">
        {loaderData.map(({ page, isOriginal, at }) => (
          <li key={page} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-5 py-4">
            <TextLink to={`${PAGES_PATH}/${page}`} className="inline-block min-h-6 font-semibold">
              {PAGES[page]}
            </TextLink>
            <span className="text-small text-muted">
              {isOriginal ? 'Original' : 'Your text'}
              {at && (
                <>
                  , changed <Time value={at} />
                </>
              )}
            </span>
          </li>
        ))}
      </Card>
    </>
  )
}
