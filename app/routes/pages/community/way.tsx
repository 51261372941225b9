import { Onward } from '#app/ui/controls/onward.tsx'
import path from './path.svg?url&no-inline'
import { STEPS } from './steps.ts'

/** The four steps under a drawn path, on which each has its station. */
export function Way({ signedIn }: { signedIn: boolean }) {
  return (
    <div className="card overflow-hidden">
      <img src={path} alt="" width="1200" height="384" className="way-scene" />
      <ol className="way-steps">
        {STEPS.map(({ title, text, link }, position) => (
          <li key={title} className="way-step">
            <span className="way-number" aria-hidden="true">
              {position + 1}
            </span>
            <h3 className="text-card">{title}</h3>
            <p className="mt-2 mb-4 text-calm text-muted">{text}</p>
            {position === 0 && signedIn ? (
              <p className="mt-auto text-calm font-semibold text-good-text">You are in</p>
            ) : (
              <div className="mt-auto">
                <Onward to={link.to}>{link.label}</Onward>
              </div>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
