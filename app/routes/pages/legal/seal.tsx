/** A hanko beside the legal texts: the dojo's open ring over an ink stroke, as pressed with a stone seal. */
export function Seal({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 128 128" className={className} aria-hidden="true">
      <g transform="rotate(-7 64 64)">
        <rect className="seal-field" x="18" y="18" width="92" height="92" rx="10" />
        <path
          className="seal-cut"
          d="M70 33.5c-17-2.5-33.5 8.5-36 26.5-2.600 18.400 9.600 33.800 27.5 35.600 18.400 1.900 33-11.200 33.600-28.800.4-11.300-5-20.600-13.400-26.200"
        />
        <path
          className="seal-cut-fill"
          d="M47 57h34c2 0 3 2 2 4-3.5 8-10.5 13-19 13s-15.5-5-19-13c-1-2 0-4 2-4Z"
        />
        <path
          className="seal-field"
          d="M52 62c4.5-1.5 8-1.200 10.5 1.600-3.5 2.600-8 2.600-10.5-1.600Zm24 0c-4.5-1.5-8-1.200-10.5 1.600 3.5 2.600 8 2.600 10.5-1.600Z"
        />
        <path
          className="seal-wear"
          d="M24 30l9-5M97 24l8 7M23 96l4 8M88 107l14-3M106 60l2 9M20 63l2-7M58 18.5h11"
        />
      </g>
    </svg>
  )
}
