import { pageMeta } from '#app/frame/page-meta.ts'
import { Chip } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CoverLink, LinkArea } from '#app/ui/card.tsx'
import { KindIcon } from '#app/ui/icon.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import type { Route } from './+types/resources.ts'
import { BookCover } from './book-cover.tsx'
import { type ResourceCategory, resourceCategories } from './documents.server.tsx'

export function loader() {
  return { categories: resourceCategories }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Resources',
    description: 'Guides and tutorials for making audio, images, texts and video with AI tools.',
  })
}

export default function Resources({ loaderData: { categories } }: Route.ComponentProps) {
  return (
    <div className="page">
      <PageHeader title="Resources" subtitle="One guide, more to come." />
      <div className="grid gap-6 lg:grid-cols-[1fr_1.2fr]">
        {categories.map((category) => (
          <CategoryCard key={category.id} category={category} />
        ))}
      </div>
      <Suggest />
    </div>
  )
}

function CategoryCard({ category }: { category: ResourceCategory }) {
  const { id, title, description, kind, theme, guides } = category
  const styles = guides.length > 0 ? filledCategory : emptyCategory
  return (
    <Card
      as="section"
      flush
      id={id}
      aria-labelledby={`${id}-heading`}
      className={`flex overflow-hidden theme-${theme} ${styles.card}`}
    >
      <div className={`p-7 ${styles.head}`}>
        <KindIcon kind={kind} className={`mb-3 size-8 ${styles.icon}`} />
        <h2 id={`${id}-heading`} className="text-title">
          {title}
        </h2>
        <p className={`mt-2 ${styles.text}`}>{description}</p>
      </div>
      {guides.map((guide) => (
        <GuideItem key={guide.url} guide={guide} />
      ))}
      {guides.length === 0 && (
        <div className="flex flex-[1_1_12rem] flex-col items-center justify-end gap-3.5 bg-[color-mix(in_oklab,var(--theme)_22%,var(--color-panel))] px-6 pt-7 pb-5">
          <EmptyCategory className="w-44 max-w-full" />
          <p className="font-display text-card font-bold">Coming Soon!</p>
        </div>
      )}
    </Card>
  )
}

const emptyCategory = {
  card: 'flex-wrap',
  head: 'flex-[1_1_14rem]',
  icon: 'text-[color-mix(in_oklab,var(--theme),light-dark(transparent,#fff)_45%)]',
  text: 'text-muted',
}

// A category with guides takes the second column for itself.
const filledCategory = {
  card: 'flex-col lg:col-start-2 lg:row-span-3 lg:row-start-1',
  head: 'flex-none bg-linear-to-b from-(--theme) to-(--theme-deep) text-on-theme',
  icon: '',
  text: '',
}

function GuideItem({ guide }: { guide: ResourceCategory['guides'][number] }) {
  return (
    <LinkArea className="flex flex-1 flex-wrap items-center gap-x-8 gap-y-7 p-[min(1.75rem,7vw)]">
      <BookCover image={guide.image} title={guide.title} className="w-40 max-w-full sm:w-56" />
      <div className="min-w-0 flex-1 basis-60">
        <Chip>{guide.type}</Chip>
        <h3 className="mt-3 text-title">
          <CoverLink to={guide.url}>{guide.title}</CoverLink>
        </h3>
        <p className="mt-3 text-muted">{guide.teaser}</p>
        <ArrowLink as="p" strong className="mt-5">
          Read the guide
        </ArrowLink>
      </div>
    </LinkArea>
  )
}

function EmptyCategory({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 208 120" className={className} aria-hidden="true">
      <path className="fill-[light-dark(#8d6243,#7a5138)]" d="M0 100h208v9H0z" />
      <path className="fill-[light-dark(#5f3e2a,#3e2718)]" d="M0 109h208v4H0z" />
      <Scroll x={16} y={66} />
      <Scroll x={106} y={66} />
      <Scroll x={61} y={32} />
    </svg>
  )
}

function Scroll({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className="shelf-paper" d="M17 0h52a17 17 0 0 1 0 34H17Z" />
      <circle className="shelf-paper" cx="17" cy="17" r="17" />
      <path className="fill-(--theme)" d="M44 0h11v34H44z" />
      <path className="shelf-curl" d="M17 17a4 4 0 0 1 5 4c0 5-6 7-10 5-6-3-7-11-2-15 6-5 15-2 17 5" />
    </g>
  )
}

function Suggest() {
  return (
    <section
      aria-labelledby="suggest-heading"
      className="mt-14 flex flex-wrap items-center justify-between gap-6 border-t border-line pt-10"
    >
      <div>
        <h2 id="suggest-heading" className="text-card">
          Know something that belongs here?
        </h2>
        <p className="mt-1.5 text-muted">A tutorial, a video, a text that taught you a trick: tell us.</p>
      </div>
      <ButtonLink to="/contact" variant="secondary">
        Suggest a Resource
      </ButtonLink>
    </section>
  )
}
