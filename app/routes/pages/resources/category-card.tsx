import { Link } from 'react-router'
import { Icon } from '#app/ui/icons/icon.tsx'
import { KindIcon } from '#app/ui/icons/kind-icon.tsx'
import { Chip } from '#app/ui/surfaces/badge.tsx'
import { Book } from './book.tsx'
import type { Resource, ResourceCategory } from './resource.ts'
import { Shelf } from './shelf.tsx'

/** One shelf: what stands on it, or that something will. */
export function CategoryCard({ category }: { category: ResourceCategory }) {
  const { id, title, description, kind, colour, resources } = category
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className={`card shelf shelf-${id} cloth-${colour} ${resources.length > 0 ? 'shelf-filled' : ''}`}
    >
      <div className="shelf-head">
        <KindIcon kind={kind} className="size-8" />
        <h2 id={`${id}-heading`} className="text-title">
          {title}
        </h2>
        <p className="shelf-about">{description}</p>
      </div>
      {resources.map((resource) => (
        <ResourceItem key={resource.id} resource={resource} />
      ))}
      {resources.length === 0 && (
        <div className="shelf-empty">
          <Shelf className="w-44" />
          <p className="font-display text-card font-bold">Coming Soon!</p>
        </div>
      )}
    </section>
  )
}

function ResourceItem({ resource }: { resource: Resource }) {
  return (
    <div className="card-link shelf-item">
      <Book image={resource.imageUrl} title={resource.title} className="w-40 sm:w-56" />
      <div className="flex-1 basis-60">
        <Chip>{resource.type}</Chip>
        <h3 className="mt-3 text-title">
          <Link to={resource.url} prefetch="intent" className="card-cover">
            {resource.title}
          </Link>
        </h3>
        <p className="mt-3 text-muted">{resource.description}</p>
        <p className="onward mt-5 text-go-text">
          Read the guide
          <Icon name="arrow" />
        </p>
      </div>
    </div>
  )
}
