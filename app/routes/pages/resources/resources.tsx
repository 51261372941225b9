import { ButtonLink } from '#app/ui/controls/button.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { PageBanner } from '#app/ui/surfaces/page-banner.tsx'
import type { Route } from './+types/resources.ts'
import { RESOURCE_CATEGORIES } from './categories.ts'
import { CategoryCard } from './category-card.tsx'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Resources',
    description: 'Guides and tutorials for making audio, pictures, texts and video with AI tools.',
  })
}

export default function Resources() {
  return (
    <>
      <PageBanner
        eyebrow="The scroll room"
        title="Resources"
        subtitle="What the dojo has learned and written down, by craft. The shelves are young; one guide is out, more are being inked."
      />
      <div className="page">
        <div className="shelves mt-14">
          {RESOURCE_CATEGORIES.map((category) => (
            <CategoryCard key={category.id} category={category} />
          ))}
        </div>
        <Suggest />
      </div>
    </>
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
      <ButtonLink to="/contact" look="quiet">
        Suggest a Resource
      </ButtonLink>
    </section>
  )
}
