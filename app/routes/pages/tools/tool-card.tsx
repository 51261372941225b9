import { Icon } from '#app/ui/icons/icon.tsx'
import type { Sensei, Tool } from './tool.ts'

/** A tool with its drawing, what it does, what the sensei says, and the way to its makers. */
export function ToolCard({ tool, sensei, eager }: { tool: Tool; sensei: Sensei; eager: boolean }) {
  return (
    <li className={`card card-link tool-card pigment-${tool.colour}`}>
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
        <SenseiWord quote={tool.quote} sensei={sensei} />
        <VisitTool tool={tool} />
      </div>
    </li>
  )
}

function SenseiWord({ quote, sensei }: { quote: string; sensei: Sensei }) {
  return (
    <figure className="tool-word">
      <blockquote>
        <p>“{quote}”</p>
      </blockquote>
      <figcaption>
        <img
          src={`/pictures/senseis/${sensei.portrait}.svg`}
          width="320"
          height="320"
          alt=""
          loading="lazy"
          className="size-7 rounded-full"
        />
        {sensei.name}
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
