import { Link } from 'react-router'
import { Eyebrow } from '#app/ui/surfaces/card.tsx'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import { Article } from '../article/article.tsx'
import type { WrittenSection } from '../article/writing.ts'
import type { LegalFrame } from './legal-text.ts'
import { Seal } from './seal.tsx'

interface Props {
  text: LegalFrame & { sections: readonly WrittenSection[] }
}

/** The frame of the three legal texts (CONT-9, CONT-13). */
export function LegalPage({ text }: Props) {
  return (
    <div className="page">
      <div className="relative">
        <PageHeader
          crumbs={[{ label: 'Home', to: '/' }, { label: text.title }]}
          eyebrow="Last updated April 24, 2025"
          title={text.title}
          subtitle={text.subtitle}
        />
        <Seal className="absolute right-0 bottom-8 hidden size-32 lg:block" />
      </div>
      <div className="border-t border-line pt-10">
        <Article
          sections={text.sections}
          numbered
          opening={<InShort points={text.inShort} />}
          closing={<Related texts={text.related} />}
        />
      </div>
    </div>
  )
}

function InShort({ points }: { points: readonly string[] }) {
  return (
    <section aria-labelledby="in-short" className="card card-body mb-12">
      <h2 id="in-short" className="text-card">
        In short
      </h2>
      <ul className="mt-4 grid gap-3">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <span className="mt-2.5 size-1.5 shrink-0 rotate-45 bg-gold" />
            {point}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Related({ texts }: { texts: LegalFrame['related'] }) {
  return (
    <nav aria-label="Related texts" className="mt-14 border-t border-line pt-8">
      <Eyebrow className="mb-4">Read on</Eyebrow>
      <ul className="grid gap-4 sm:grid-cols-2">
        {texts.map(({ to, label, text }) => (
          <li key={to} className="card card-link p-5">
            <Link to={to} className="card-cover font-display text-card font-bold">
              {label}
            </Link>
            <p className="mt-1.5 text-calm text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </nav>
  )
}
