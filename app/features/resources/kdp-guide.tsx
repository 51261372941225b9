import { pageMeta } from '#app/frame/page-meta.ts'
import { Chip } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { Breadcrumb } from '#app/ui/page-header.tsx'
import { Article } from '#app/ui/text/article.tsx'
import type { Route } from './+types/kdp-guide.ts'
import { BookCover } from './book-cover.tsx'
import { type Guide, kdpGuide } from './documents.server.tsx'

export function loader() {
  return kdpGuide
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData.title, description: loaderData.summary })
}

export default function KdpGuide({ loaderData: guide }: Route.ComponentProps) {
  return (
    <div className="page">
      <GuideHeader guide={guide} />
      <Facts facts={guide.facts} />
      <Article sections={guide.sections} closing={<Related related={guide.related} />} />
    </div>
  )
}

function GuideHeader({ guide: { title, summary, type, minutes, image } }: { guide: Guide }) {
  const crumbs = [{ label: 'Home', to: '/' }, { label: 'Resources', to: '/resources' }, { label: title }]
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-16 gap-y-8 pt-8 pb-10 sm:pt-12">
      <div className="flex-1 basis-80">
        <Breadcrumb crumbs={crumbs} />
        <p className="mb-3 flex flex-wrap items-center gap-3">
          <Chip>{type}</Chip>
          <span className="text-small text-muted">Text · {minutes} minutes to read</span>
        </p>
        <h1 className="text-hero">{title}</h1>
        <p className="mt-4 max-w-140 text-lead text-muted">{summary}</p>
      </div>
      <BookCover image={image} title={title} className="w-36 sm:w-48 lg:mr-10" />
    </header>
  )
}

function Facts({ facts }: Pick<Guide, 'facts'>) {
  return (
    <Card as="dl" flush className="mb-12 grid divide-line max-md:divide-y md:grid-cols-3 md:divide-x">
      {facts.map(({ name, value, note }) => (
        <div key={name} className="p-6">
          <dt className="eyebrow">{name}</dt>
          <dd className="mt-2 font-display text-title font-bold tabular-nums">{value}</dd>
          <dd className="mt-1 text-calm text-muted">{note}</dd>
        </div>
      ))}
    </Card>
  )
}

/** Announced guides (CONT-8). */
function Related({ related }: Pick<Guide, 'related'>) {
  return (
    <section aria-labelledby="related-heading" className="mt-14 border-t border-line pt-10">
      <h2 id="related-heading" className="text-title">
        Related guides
      </h2>
      <ul className="mt-6 grid gap-4 sm:grid-cols-3">
        {related.map(({ title, text }) => (
          <Card as="li" flush key={title} className="border-dashed p-5">
            <Chip>Coming soon</Chip>
            <h3 className="mt-3 text-card">{title}</h3>
            <p className="mt-2 text-calm text-muted">{text}</p>
          </Card>
        ))}
      </ul>
    </section>
  )
}
