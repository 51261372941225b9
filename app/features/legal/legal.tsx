import { askedVersion } from '#app/content/asked-version.server.ts'
import { type LegalDocument, legalDocument } from '#app/content/legal.server.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { Card, CardGrid, CoverLink, Eyebrow } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Article, ArticleBody, OlderVersion } from '#app/ui/text/article.tsx'
import { Time } from '#app/ui/time.tsx'
import type { LegalPage } from '#domain/pages/rules.ts'
import type { Route } from './+types/legal.ts'
import { CookieChoice } from './cookie-choice.tsx'

/** The text in force; with `?version=` an earlier one, for administrators only (ADM-127). */
export async function loader({ request, pattern, context }: Route.LoaderArgs) {
  const page = pattern.replace('/', '') as LegalPage
  const older = await askedVersion(request, context, page)
  return { ...legalDocument(page, context, older), older: older ? older.version : null }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: loaderData.title, description: loaderData.summary })
}

/** The layout of the three texts (CONT-9, CONT-13). */
export default function Legal({ loaderData }: Route.ComponentProps) {
  const { title, summary, updated, changedAt, inShort, opening, related, sections, older } = loaderData
  return (
    <div className="page">
      <div className="relative">
        <PageHeader
          crumbs={[{ label: 'Home', to: '/' }, { label: title }]}
          eyebrow={
            changedAt ? (
              <>
                Last changed <Time value={changedAt} />
              </>
            ) : (
              `Last updated ${updated}`
            )
          }
          title={title}
          subtitle={summary}
        />
        <Seal className="absolute right-0 bottom-8 hidden size-32 lg:block" />
      </div>
      <div className="border-t border-line pt-10">
        <Article
          sections={sections}
          numbered
          opening={
            <>
              {older !== null && (
                <div className="mb-8">
                  <OlderVersion version={older} />
                </div>
              )}
              <InShort points={inShort} opening={opening} />
            </>
          }
          components={{ 'cookie-choice': <CookieChoice /> }}
          closing={<Related documents={related} />}
        />
      </div>
    </div>
  )
}

function InShort({
  points,
  opening,
}: {
  points: LegalDocument['inShort']
  opening: LegalDocument['opening']
}) {
  if (points.length === 0 && !opening) return null
  return (
    <Card as="section" aria-labelledby="in-short" className="mb-12">
      <h2 id="in-short" className="text-card">
        In short
      </h2>
      {opening && (
        <div className="prose mt-4">
          <ArticleBody body={opening} />
        </div>
      )}
      {points.length > 0 && (
        <ul className="mt-4 grid gap-3">
          {points.map((point) => (
            <li key={point} className="flex gap-3">
              <span className="mt-2.5 size-1.5 shrink-0 rotate-45 bg-gold" />
              {point}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function Related({ documents }: { documents: LegalDocument['related'] }) {
  return (
    <nav aria-label="Related texts" className="mt-14 border-t border-line pt-8">
      <Eyebrow className="mb-4">Read on</Eyebrow>
      <CardGrid as="ul" columns={2}>
        {documents.map(({ to, label, text }) => (
          <Card as="li" flush link key={to} className="p-5">
            <CoverLink to={to} className="font-display text-card font-bold">
              {label}
            </CoverLink>
            <p className="mt-1.5 text-calm text-muted">{text}</p>
          </Card>
        ))}
      </CardGrid>
    </nav>
  )
}

function Seal({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 128 128" className={className} aria-hidden="true">
      <g transform="rotate(-7 64 64)">
        <rect className="fill-[light-dark(#b8371c,#c9452a)]" x="18" y="18" width="92" height="92" rx="10" />
        <path
          className="fill-none stroke-ground stroke-7 [stroke-linecap:round]"
          d="M70 33.5c-17-2.5-33.5 8.5-36 26.5-2.600 18.400 9.600 33.800 27.5 35.600 18.400 1.900 33-11.200 33.600-28.800.4-11.300-5-20.600-13.400-26.200"
        />
        <path
          className="fill-ground"
          d="M47 57h34c2 0 3 2 2 4-3.5 8-10.5 13-19 13s-15.5-5-19-13c-1-2 0-4 2-4Z"
        />
        <path
          className="fill-[light-dark(#b8371c,#c9452a)]"
          d="M52 62c4.5-1.5 8-1.200 10.5 1.600-3.5 2.600-8 2.600-10.5-1.600Zm24 0c-4.5-1.5-8-1.200-10.5 1.600 3.5 2.600 8 2.600 10.5-1.600Z"
        />
        <path
          className="fill-none stroke-ground stroke-[2.5] [stroke-linecap:round]"
          d="M24 30l9-5M97 24l8 7M23 96l4 8M88 107l14-3M106 60l2 9M20 63l2-7M58 18.5h11"
        />
      </g>
    </svg>
  )
}
