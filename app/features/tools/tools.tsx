import { ButtonLink } from '#app/ui/button.tsx'
import { KindIcon } from '#app/ui/icon.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import type { Route } from './+types/tools.ts'
import { type ToolGroup, toolGroups } from './tool-groups.server.ts'
import { ToolSection } from './tool-section.tsx'

export function loader() {
  return { groups: toolGroups }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'AI Creative Tools',
    description:
      'Twenty AI tools for music, images, writing and video, each with a word of advice from the sensei who teaches it.',
  })
}

export default function Tools({ loaderData: { groups } }: Route.ComponentProps) {
  return (
    <>
      <div className="hero tools-hero">
        <div className="page">
          <p className="mb-3 eyebrow">The workshop</p>
          <h1 className="text-hero">AI Creative Tools</h1>
          <p className="mt-4 max-w-150 text-lead">
            Twenty tools in four groups, each with its sensei. “Visit Tool” opens the maker’s own site in a
            new tab.
          </p>
          <CategoryNav groups={groups} />
        </div>
      </div>
      <div className="page">
        {groups.map((group, position) => (
          <ToolSection key={group.id} group={group} position={position} />
        ))}
        <NextSteps />
      </div>
    </>
  )
}

/** Links to the four groups, drawn as curtains. */
function CategoryNav({ groups }: { groups: readonly ToolGroup[] }) {
  return (
    <nav aria-label="Kinds of tools" className="category-nav">
      <ul className="category-rail">
        {groups.map(({ id, title, kind, theme, coach, tools }) => (
          <li key={id}>
            <a href={`#${id}`} className={`category-link theme-${theme}`}>
              <span className="category-curtain" />
              <FeetDrawing />
              <span className="category-icon">
                <KindIcon kind={kind} className="size-9" />
              </span>
              <span className="category-title">{title}</span>
              <span className="category-note">
                {tools.length} tools with {coach.name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function FeetDrawing() {
  return (
    <svg viewBox="0 0 112 64" className="category-feet" aria-hidden="true">
      <path className="category-leg" d="M28 0h24l-3 44H31ZM60 0h24l-3 44H63Z" />
      <path className="category-sock" d="M31 40h18l1 16H26c-2-6 4-8 5-16ZM63 40h18c1 8 7 10 5 16H62Z" />
      <path
        className="category-sandal"
        d="M22 55h30v4H22ZM60 55h30v4H60ZM26 59h5v5h-5ZM43 59h5v5h-5ZM64 59h5v5h-5ZM81 59h5v5h-5Z"
      />
    </svg>
  )
}

function NextSteps() {
  return (
    <section aria-labelledby="next-heading" className="card tools-end mt-18">
      <h2 id="next-heading" className="text-title">
        Try them in a challenge
      </h2>
      <p className="mt-3 max-w-130 text-muted">
        Pick a tool, enter a challenge, and show what you made. Resources and tutorials are coming soon.
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/challenges">Join a Challenge</ButtonLink>
        <ButtonLink to="/community" variant="secondary">
          Enter the Dojo
        </ButtonLink>
      </div>
      <p className="mt-8 max-w-150 text-small text-muted">
        The dojo is not affiliated with these tools and earns nothing from the links. Names belong to their
        owners; the images are ours.
      </p>
    </section>
  )
}
