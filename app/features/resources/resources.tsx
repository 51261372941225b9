import { Link } from 'react-router'
import { Chip } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Icon, KindIcon } from '#app/ui/icon.tsx'
import { PageBanner } from '#app/ui/page-header.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
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
    <>
      <PageBanner
        eyebrow="The scroll room"
        title="Resources"
        subtitle="Guides and tutorials by category. One guide is available, more are coming."
      />
      <div className="page">
        <div className="shelves mt-14">
          {categories.map((category) => (
            <CategoryCard key={category.id} category={category} />
          ))}
        </div>
        <Suggest />
      </div>
    </>
  )
}

function CategoryCard({ category }: { category: ResourceCategory }) {
  const { id, title, description, kind, theme, guides } = category
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className={`card shelf shelf-${id} theme-${theme} ${guides.length > 0 ? 'shelf-filled' : ''}`}
    >
      <div className="shelf-head">
        <KindIcon kind={kind} className="size-8" />
        <h2 id={`${id}-heading`} className="text-title">
          {title}
        </h2>
        <p className="shelf-about">{description}</p>
      </div>
      {guides.map((guide) => (
        <GuideItem key={guide.url} guide={guide} />
      ))}
      {guides.length === 0 && (
        <div className="shelf-empty">
          <EmptyCategory className="w-44" />
          <p className="font-display text-card font-bold">Coming Soon!</p>
        </div>
      )}
    </section>
  )
}

function GuideItem({ guide }: { guide: ResourceCategory['guides'][number] }) {
  return (
    <div className="card-link shelf-item">
      <BookCover image={guide.image} title={guide.title} className="w-40 sm:w-56" />
      <div className="flex-1 basis-60">
        <Chip>{guide.type}</Chip>
        <h3 className="mt-3 text-title">
          <Link to={guide.url} prefetch="intent" className="card-cover">
            {guide.title}
          </Link>
        </h3>
        <p className="mt-3 text-muted">{guide.teaser}</p>
        <p className="onward mt-5 text-go-text">
          Read the guide
          <Icon name="arrow" />
        </p>
      </div>
    </div>
  )
}

/** Three scrolls in the color of the category (resources.css). */
function EmptyCategory({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 208 120" className={className} aria-hidden="true">
      <path className="shelf-board" d="M0 100h208v9H0z" />
      <path className="shelf-edge" d="M0 109h208v4H0z" />
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
      <path className="shelf-band" d="M44 0h11v34H44z" />
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
