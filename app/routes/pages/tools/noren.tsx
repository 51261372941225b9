import { KindIcon } from '#app/ui/icons/kind-icon.tsx'
import type { ToolGroup } from './tool.ts'

/** Four curtains on a rail, as over a workshop's door; each leads to its group. */
export function Noren({ groups }: { groups: readonly ToolGroup[] }) {
  return (
    <nav aria-label="Kinds of tools" className="noren-front">
      <ul className="noren-rail">
        {groups.map(({ id, title, kind, cloth, sensei, tools }) => (
          <li key={id}>
            <a href={`#${id}`} className={`noren cloth-${cloth}`}>
              <span className="noren-cloth" />
              <Feet />
              <span className="noren-crest">
                <KindIcon kind={kind} className="size-9" />
              </span>
              <span className="noren-title">{title}</span>
              <span className="noren-note">
                {tools.length} tools with {sensei.name}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Somebody stands behind each curtain. */
function Feet() {
  return (
    <svg viewBox="0 0 112 64" className="noren-feet" aria-hidden="true">
      <path className="noren-leg" d="M28 0h24l-3 44H31ZM60 0h24l-3 44H63Z" />
      <path className="noren-sock" d="M31 40h18l1 16H26c-2-6 4-8 5-16ZM63 40h18c1 8 7 10 5 16H62Z" />
      <path
        className="noren-sandal"
        d="M22 55h30v4H22ZM60 55h30v4H60ZM26 59h5v5h-5ZM43 59h5v5h-5ZM64 59h5v5h-5ZM81 59h5v5h-5Z"
      />
    </svg>
  )
}
