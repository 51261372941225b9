import { Card, CardGrid, CoverLink } from '#app/ui/card.tsx'
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
    <section id={group.id} aria-labelledby={`${group.id}-heading`} className="mt-18">
      <div className="mb-6">
        <h2 id={`${group.id}-heading`} className="text-title">
          {group.title}
        </h2>
        <p className="mt-1 text-muted">{group.intro}</p>
      </div>
      <CardGrid>
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
      className={`flex flex-col overflow-hidden rounded-card bg-(--theme) text-on-theme theme-${theme} ${isLast ? 'lg:col-start-3 lg:row-start-1' : ''}`}
    >
      <img
        src={`/pictures/senseis/${coach.portrait}.svg`}
        width="320"
        height="320"
        alt=""
        decoding="async"
        className="aspect-square w-full object-cover object-bottom sm:aspect-auto sm:min-h-72 sm:flex-[1_1_0]"
      />
      <div className="p-6 pt-5">
        <p className="eyebrow text-inherit opacity-85">Your coach</p>
        <p className="mt-1 font-display text-title font-bold">{coach.name}</p>
        <p className="mt-2.5">{coach.about}</p>
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
      className={`flex flex-col overflow-hidden border-t-0 hover:border-(--accent)! ${accentClass[tool.accent]}`}
    >
      <div className="aspect-video overflow-hidden bg-panel-2">
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
      <div className="flex flex-1 flex-col p-6 pt-5">
        <p className="eyebrow text-(--accent)">{tool.makes}</p>
        <h3 className="mt-1 text-card">{tool.title}</h3>
        <p className="mt-2.5 mb-5 text-calm text-muted">{tool.description}</p>
        <CoachQuote quote={tool.quote} coach={coach} />
        <VisitTool tool={tool} />
      </div>
    </Card>
  )
}

function CoachQuote({ quote, coach }: { quote: string; coach: Coach }) {
  return (
    <figure className="mt-auto border-t border-line pt-4.5">
      <blockquote className="font-display text-[1.0625rem] leading-[1.45] font-bold">
        <p>“{quote}”</p>
      </blockquote>
      <figcaption className="mt-3 flex items-center gap-2.5 text-small text-muted">
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
  )
}

function VisitTool({ tool }: { tool: Tool }) {
  return (
    <CoverLink
      to={tool.url}
      target="_blank"
      rel="noopener"
      className="mt-5 inline-flex min-h-7 items-center gap-2 self-start text-calm font-semibold text-(--accent) underline-offset-[0.25em] group-hover/link:underline"
    >
      Visit Tool
      <Icon name="external" className="size-4.5" />
      <span className="sr-only"> {tool.title} (opens in a new tab)</span>
    </CoverLink>
  )
}
