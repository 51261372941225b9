import { TextLink } from '#app/ui/text-link.tsx'

export function FeedLink({ path, className = '' }: { path: string; className?: string }) {
  return (
    <TextLink as="a" href={path} className={`inline-flex min-h-8 items-center text-small ${className}`}>
      Atom feed
    </TextLink>
  )
}
