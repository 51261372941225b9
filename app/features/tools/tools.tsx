import { askedVersion } from '#app/content/asked-version.server.ts'
import { ORIGINAL_INTRODUCTION, toolsIntroduction } from '#app/content/tools/introduction.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { KindIcon } from '#app/ui/icon.tsx'
import { Sky } from '#app/ui/landscape.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ArticleBody, ArticleSections, OlderVersion } from '#app/ui/text/article.tsx'
import type { Route } from './+types/tools.ts'
import { type ToolGroup, toolGroups } from './tool-groups.server.ts'
import { ToolSection } from './tool-section.tsx'

/** The tools, with the introduction in force; with `?version=` an earlier one, for administrators only (ADM-153). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const older = await askedVersion(request, context, 'tools')
  const introduction = toolsIntroduction(context, older)
  const subtitle = introduction ? null : ORIGINAL_INTRODUCTION
  return { groups: toolGroups, introduction, subtitle, older: older?.version ?? null }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'AI Creative Tools',
    description:
      'Twenty AI tools for music, images, writing and video, each with a word of advice from the sensei who teaches it.',
  })
}

export default function Tools({ loaderData }: Route.ComponentProps) {
  const { groups, introduction, subtitle, older } = loaderData
  return (
    <>
      <Sky className="tools-floor">
        <div className="page">
          <PageHeader title="AI Creative Tools" subtitle={subtitle} />
          {older !== null && <OlderVersion version={older} />}
          {introduction && (
            <div className="mb-10 grid gap-8">
              {introduction.opening && (
                <div className="prose">
                  <ArticleBody body={introduction.opening} />
                </div>
              )}
              <ArticleSections sections={introduction.sections} />
            </div>
          )}
          <CategoryNav groups={groups} />
        </div>
      </Sky>
      <div className="page">
        {groups.map((group, position) => (
          <ToolSection key={group.id} group={group} position={position} />
        ))}
        <NextSteps />
      </div>
    </>
  )
}

function CategoryNav({ groups }: { groups: readonly ToolGroup[] }) {
  return (
    <nav aria-label="Kinds of tools" className="curtain-posts relative">
      <ul className="grid grid-cols-4">
        {groups.map(({ id, title, kind, theme, coach, tools }) => (
          <li key={id} className="curtain-rail relative px-0.5 sm:px-1.75">
            <a
              href={`#${id}`}
              className={`curtain-loops group relative flex h-full flex-col items-center px-1 pt-10 pb-22 text-center text-on-theme sm:px-2 sm:pt-12 sm:pb-30 theme-${theme}`}
            >
              <span className="curtain absolute inset-x-0 top-5 bottom-11 -z-1 origin-top transition-[scale] duration-400 ease-brush group-hover:scale-y-[0.955]" />
              <FeetDrawing />
              <span className="grid size-10 place-items-center rounded-full border-2 sm:size-16">
                <KindIcon kind={kind} className="size-5 sm:size-8" />
              </span>
              <span className="mt-2.5 font-display text-[clamp(0.75rem,0.4rem+1.5vw,1.375rem)] leading-[1.2] font-bold">
                {title}
              </span>
              <span className="mt-1.5 text-small leading-[1.4] text-balance max-md:hidden">
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
    <svg
      viewBox="0 0 112 64"
      className="absolute bottom-1.25 left-1/2 -z-2 w-16 -translate-x-1/2 sm:w-28"
      aria-hidden="true"
    >
      <path className="fill-(--theme-deep)" d="M28 0h24l-3 44H31ZM60 0h24l-3 44H63Z" />
      <path className="fill-[#f1e7d3]" d="M31 40h18l1 16H26c-2-6 4-8 5-16ZM63 40h18c1 8 7 10 5 16H62Z" />
      <path
        className="fill-[#2b1c12]"
        d="M22 55h30v4H22ZM60 55h30v4H60ZM26 59h5v5h-5ZM43 59h5v5h-5ZM64 59h5v5h-5ZM81 59h5v5h-5Z"
      />
    </svg>
  )
}

function NextSteps() {
  return (
    <Card
      as="section"
      flush
      aria-labelledby="next-heading"
      className="mt-14 flex flex-col items-center px-6 py-9 text-center sm:mt-18"
    >
      <h2 id="next-heading" className="text-title">
        Try them in a challenge
      </h2>
      <p className="mt-3 max-w-130 text-muted">Resources and tutorials are coming soon.</p>
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/challenges">Join a Challenge</ButtonLink>
        <ButtonLink to="/community" variant="secondary">
          Enter the Dojo
        </ButtonLink>
      </div>
      <p className="mt-7 text-small text-muted">Not affiliated with these tools. No paid links.</p>
    </Card>
  )
}
