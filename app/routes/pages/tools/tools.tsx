import { ButtonLink } from '#app/ui/controls/button.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import type { Route } from './+types/tools.ts'
import { TOOL_GROUPS } from './groups.server.ts'
import { Noren } from './noren.tsx'
import { ToolSection } from './tool-section.tsx'

export function loader() {
  return { groups: TOOL_GROUPS }
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
            Four rooms, four senseis, twenty tools: push a curtain aside. ‘Visit Tool’ leads to the makers’
            own site and opens in a new tab.
          </p>
          <Noren groups={groups} />
        </div>
      </div>
      <div className="page">
        {groups.map((group, position) => (
          <ToolSection key={group.id} group={group} position={position} />
        ))}
        <Leave />
      </div>
    </>
  )
}

function Leave() {
  return (
    <section aria-labelledby="next-heading" className="card tools-end mt-18">
      <h2 id="next-heading" className="text-title">
        Tools learn nothing. Hands do.
      </h2>
      <p className="mt-3 max-w-130 text-muted">
        Pick one, take a challenge, and let the others see what you made. Resources and tutorials are coming
        soon.
      </p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/challenges">Join a Challenge</ButtonLink>
        <ButtonLink to="/community" look="quiet">
          Enter the Dojo
        </ButtonLink>
      </div>
      <p className="mt-8 max-w-150 text-small text-muted">
        The dojo has no part in these tools and earns nothing by the links. Names belong to their owners; the
        pictures are ours.
      </p>
    </section>
  )
}
