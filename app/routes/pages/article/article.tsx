import { Contents } from './contents.tsx'
import type { WrittenSection } from './writing.ts'
import { Written } from './written.tsx'

interface Props {
  sections: readonly WrittenSection[]
  /** Numbers stand in the headings, as legal texts want them. */
  numbered?: boolean
  /** Stands above the first section. */
  opening?: React.ReactNode
  /** Stands below the last one. */
  closing?: React.ReactNode
}

/** A long text with its contents list, which stays in sight beside it on wide screens. */
export function Article({ sections, numbered = false, opening, closing }: Props) {
  return (
    <div className="article">
      <div className="article-rail">
        <Contents sections={sections} />
      </div>
      <article className="min-w-0">
        {opening}
        <div className="prose">
          {sections.map(({ id, title, body }, position) => (
            <section key={id} id={id} aria-labelledby={`${id}-heading`}>
              <h2 id={`${id}-heading`}>{numbered ? `${position + 1}. ${title}` : title}</h2>
              <Written writing={body} />
            </section>
          ))}
        </div>
        {closing}
      </article>
    </div>
  )
}
