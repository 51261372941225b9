/** A footpath that ends between two ridges under the moon. */
export function LostScene({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 420 220" className={className} aria-hidden="true">
      <circle className="scene-orb" cx="210" cy="78" r="46" />
      <path
        className="scene-ridge-1"
        d="M0 150c40-34 74-40 112-22 30 14 52 6 84-16 36-25 70-20 104 6 34 25 68 20 120-14v116H0Z"
      />
      <path
        className="scene-ridge-2"
        d="M0 178c52-26 92-24 140-6 44 16 82 12 128-4 48-17 92-12 152 12v40H0Z"
      />
      <path className="scene-path" d="M170 220c30-12 60-14 66-22s-34-10-30-18 24-8 28-13" />
      <path className="scene-ridge-4" d="M0 204c70-14 120-8 172 0 60 9 150 6 248-10v26H0Z" />
    </svg>
  )
}
