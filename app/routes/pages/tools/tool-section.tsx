import type { ToolGroup } from './tool.ts'
import { ToolCard } from './tool-card.tsx'

/** One group: its sensei in the first field, its tools in the others. */
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
        <SenseiCard group={group} />
        <ul className="contents">
          {group.tools.map((tool) => (
            <ToolCard key={tool.title} tool={tool} sensei={group.sensei} eager={position === 0} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function SenseiCard({ group: { sensei, cloth } }: { group: ToolGroup }) {
  return (
    <div className={`sensei-card cloth-${cloth}`}>
      <img
        src={`/pictures/senseis/${sensei.portrait}.svg`}
        width="320"
        height="320"
        alt=""
        decoding="async"
      />
      <div className="p-6 pt-5">
        <p className="eyebrow text-inherit opacity-85">Your coach</p>
        <p className="mt-1 font-display text-title font-bold">{sensei.name}</p>
        <p className="mt-2.5">{sensei.about}</p>
      </div>
    </div>
  )
}
