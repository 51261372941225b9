import { Chip } from '#app/ui/surfaces/badge.tsx'
import { Breadcrumb } from '#app/ui/surfaces/breadcrumb.tsx'
import { Book } from '../book.tsx'
import { FACTS, GUIDE, RELATED } from './guide.ts'

export function GuideHeader() {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-16 gap-y-8 pt-8 pb-10 sm:pt-12">
      <div className="flex-1 basis-80">
        <Breadcrumb crumbs={CRUMBS} />
        <p className="mb-3 flex flex-wrap items-center gap-3">
          <Chip>Tutorial</Chip>
          <span className="text-small text-muted">Text · 6 minutes to read</span>
        </p>
        <h1 className="text-hero">{GUIDE.title}</h1>
        <p className="mt-4 max-w-140 text-lead text-muted">{GUIDE.subtitle}</p>
      </div>
      <Book image={GUIDE.imageUrl} title={GUIDE.title} className="w-36 sm:w-48 lg:mr-10" />
    </header>
  )
}

const CRUMBS = [{ label: 'Home', to: '/' }, { label: 'Resources', to: '/resources' }, { label: GUIDE.title }]

export function Facts() {
  return (
    <dl className="card guide-facts mb-12">
      {FACTS.map(({ name, value, note }) => (
        <div key={name} className="p-6">
          <dt className="eyebrow">{name}</dt>
          <dd className="mt-2 font-display text-title font-bold figures">{value}</dd>
          <dd className="mt-1 text-calm text-muted">{note}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What will stand beside the guide one day (CONT-8). */
export function Related() {
  return (
    <section aria-labelledby="related-heading" className="mt-14 border-t border-line pt-10">
      <h2 id="related-heading" className="text-title">
        Related guides
      </h2>
      <ul className="mt-6 grid gap-4 sm:grid-cols-3">
        {RELATED.map(({ title, text }) => (
          <li key={title} className="card guide-related p-5">
            <Chip>Coming soon</Chip>
            <h3 className="mt-3 text-card">{title}</h3>
            <p className="mt-2 text-calm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
