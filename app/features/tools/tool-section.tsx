import { Icon } from '#app/ui/icon.tsx'
import type { Coach, Tool, ToolGroup } from './tool-groups.server.ts'

export function ToolSection({ group, position }: { group: ToolGroup; position: number }) {
  return (
    <section id={group.id} aria-labelledby={`${group.id}-heading`} className="mt-18">
      <div className="mb-6">
        <h2 id={`${group.id}-heading`} className="text-title">
          {group.title}
        </h2>
        <p className="mt-1 text-muted">{group.intro}</p>
      </div>
      <div className={position % 2 ? 'tool-grid tool-grid-mirrored' : 'tool-grid'}>
        <CoachCard group={group} />
        <ul className="contents">
          {group.tools.map((tool) => (
            <ToolCard key={tool.title} tool={tool} coach={group.coach} eager={position === 0} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function CoachCard({ group: { coach, theme } }: { group: ToolGroup }) {
  return (
    <div className={`sensei-card theme-${theme}`}>
      <img src={`/pictures/senseis/${coach.portrait}.svg`} width="320" height="320" alt="" decoding="async" />
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
    <li className={`card card-link tool-card tool-accent-${tool.accent}`}>
      <div className="picture aspect-video">
        <img
          src={`/pictures/tools/${tool.image}.svg`}
          width="640"
          height="360"
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      </div>
      <div className="flex flex-1 flex-col p-6 pt-5">
        <p className="tool-makes">{tool.makes}</p>
        <h3 className="mt-1 text-card">{tool.title}</h3>
        <p className="mt-2.5 mb-5 text-calm text-muted">{tool.description}</p>
        <CoachQuote quote={tool.quote} coach={coach} />
        <VisitTool tool={tool} />
      </div>
    </li>
  )
}

function CoachQuote({ quote, coach }: { quote: string; coach: Coach }) {
  return (
    <figure className="tool-word">
      <blockquote>
        <p>“{quote}”</p>
      </blockquote>
      <figcaption>
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
    <a href={tool.url} target="_blank" rel="noopener" className="tool-visit card-cover">
      Visit Tool
      <Icon name="external" className="size-4.5" />
      <span className="sr-only"> {tool.title} (opens in a new tab)</span>
    </a>
  )
}
