import { Card, CardGrid, CoverLink } from '#app/ui/card.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { Coach, Tool, ToolGroup } from './tool-groups.server.ts'

export const accentClass: Record<Tool['accent'], string> = {
  indigo: '[--accent:light-dark(#2f4f94,#93b1f0)]',
  lagoon: '[--accent:light-dark(#14646f,#6fc7cf)]',
  wisteria: '[--accent:light-dark(#66439c,#bfa3ee)]',
  plum: '[--accent:light-dark(#8f3460,#ec9dbd)]',
  pine: '[--accent:light-dark(#1f6450,#7fcbae)]',
  moss: '[--accent:light-dark(#4c6422,#b3c97c)]',
  ochre: '[--accent:light-dark(#7d5a0c,#e3bd62)]',
  chestnut: '[--accent:light-dark(#86451f,#e2a177)]',
}

export function ToolSection({ group, position }: { group: ToolGroup; position: number }) {
  return (
    <section id={group.id} aria-labelledby={`${group.id}-heading`} className="mt-12 scroll-mt-20 sm:mt-18">
      <div className="mb-4 sm:mb-6">
        <h2 id={`${group.id}-heading`} className="text-title">
          {group.title}
        </h2>
        <p className="mt-1 text-muted max-sm:hidden">{group.intro}</p>
      </div>
      <CardGrid className="max-sm:gap-2.5">
        <CoachCard group={group} isLast={position % 2 === 1} />
        <ul className="contents">
          {group.tools.map((tool) => (
            <ToolCard key={tool.title} tool={tool} coach={group.coach} eager={position === 0} />
          ))}
        </ul>
      </CardGrid>
    </section>
  )
}

function CoachCard({ group: { coach, theme }, isLast }: { group: ToolGroup; isLast: boolean }) {
  return (
    <div
      className={`flex overflow-hidden rounded-card bg-(--theme) text-on-theme sm:flex-col theme-${theme} ${isLast ? 'lg:col-start-3 lg:row-start-1' : ''}`}
    >
      <img
        src={`/pictures/senseis/${coach.portrait}.svg`}
        width="320"
        height="320"
        alt=""
        decoding="async"
        className="w-22 self-end object-cover object-bottom sm:min-h-72 sm:w-full sm:flex-[1_1_0]"
      />
      <div className="flex-1 px-3.5 py-3 sm:flex-none sm:p-6 sm:pt-5">
        <p className="eyebrow text-inherit opacity-85 max-sm:sr-only">Your coach</p>
        <p className="font-display text-card font-bold sm:mt-1 sm:text-title">{coach.name}</p>
        <p className="mt-1 text-small sm:mt-2.5 sm:text-body">{coach.about}</p>
      </div>
    </div>
  )
}

function ToolCard({ tool, coach, eager }: { tool: Tool; coach: Coach; eager: boolean }) {
  return (
    <Card
      as="li"
      flush
      link
      className={`grid grid-cols-[4rem_minmax(0,1fr)] gap-x-3.5 overflow-hidden border-t-0 p-3.5 pb-1.5 hover:border-(--accent)! sm:flex sm:flex-col sm:p-0 ${accentClass[tool.accent]}`}
    >
      <div className="aspect-square self-start overflow-hidden bg-panel-2 max-sm:rounded-control sm:aspect-video sm:self-auto">
        <img
          src={`/pictures/tools/${tool.image}.svg`}
          width="640"
          height="360"
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="size-full object-cover transition-[scale] duration-500 ease-brush group-hover/link:scale-[1.025]"
        />
      </div>
      <div className="sm:flex sm:flex-1 sm:flex-col sm:p-6 sm:pt-5">
        <p className="eyebrow text-(--accent)">{tool.makes}</p>
        <h3 className="text-card sm:mt-1">{tool.title}</h3>
        <p className="mt-1 text-small text-muted sm:mt-2.5 sm:mb-5 sm:text-calm">{tool.description}</p>
        <div className="flex flex-wrap items-start justify-between gap-x-4 sm:mt-auto sm:block">
          <CoachQuote quote={tool.quote} coach={coach} />
          <VisitTool tool={tool} />
        </div>
      </div>
    </Card>
  )
}

/** Opened by a tap on phones. Browsers that cannot show the content of a closed disclosure do so everywhere. */
function CoachQuote({ quote, coach }: { quote: string; coach: Coach }) {
  return (
    <Disclosure
      className="relative z-1 order-1 max-sm:open:basis-full sm:border-t sm:border-line sm:pt-4.5 sm:details-content:[content-visibility:visible]"
      summaryClassName="inline-flex min-h-9 cursor-pointer list-none items-center text-small text-muted sm:supports-[selector(::details-content)]:hidden"
      summary={`${coach.name}’s advice`}
    >
      <figure className="max-sm:pb-3">
        <blockquote className="font-display text-[1.0625rem] leading-[1.45] font-bold">
          <p>“{quote}”</p>
        </blockquote>
        <figcaption className="mt-3 flex items-center gap-2.5 text-small text-muted max-sm:hidden">
          <img
            src={`/pictures/senseis/${coach.portrait}.svg`}
            width="320"
            height="320"
            alt=""
            loading="lazy"
            className="size-7 rounded-full"
          />
          {coach.name}
        </figcaption>
      </figure>
    </Disclosure>
  )
}

function VisitTool({ tool }: { tool: Tool }) {
  return (
    <CoverLink
      to={tool.url}
      target="_blank"
      rel="noopener"
      className="inline-flex min-h-9 items-center gap-2 self-start text-small sm:mt-5 sm:min-h-7 sm:text-calm font-semibold text-(--accent) underline-offset-[0.25em] group-hover/link:underline"
    >
      Visit Tool
      <Icon name="external" className="size-4.5" />
      <span className="sr-only"> {tool.title} (opens in a new tab)</span>
    </CoverLink>
  )
}
