/** A folded letter on a desk, sealed with the dojo's mark. */
export function Letter() {
  return (
    <svg viewBox="0 0 400 330" className="block w-full" aria-hidden="true">
      <path className="letter-wall" d="M0 0h400v330H0z" />
      <circle className="letter-orb" cx="292" cy="84" r="44" />
      <path className="letter-frame" d="M196 0h6v178h-6zM388 0h6v178h-6zM196 88h204v5H196zM296 0h4v178h-4z" />
      <path className="letter-wood" d="M0 178h400v12H0z" />
      <path className="letter-desk" d="M0 190h400v140H0z" />
      <g transform="rotate(-6 190 220)">
        <path className="letter-shade" d="M66 142h244v160H66z" />
        <path className="letter-paper" d="M60 134h244v160H60z" />
        <path className="letter-flap" d="M60 134h244l-122 92Z" />
        <path className="letter-fold" d="m60 294 96-86m148 86-96-86M60 134l122 92 122-92" />
        <circle className="seal-field" cx="182" cy="226" r="25" />
        <path
          className="letter-mark"
          d="M186 212c-9-2-17 4-18 13-1 10 6 17 15 17 10 0 16-7 16-16 0-6-3-10-7-12"
        />
      </g>
      <g transform="rotate(24 330 250)">
        <path className="letter-wood" d="M324 150h11v96h-11z" />
        <path className="letter-paper" d="M322 244h15c2 14-2 26-7 36-6-10-10-22-8-36Z" />
        <path className="letter-ink" d="M323 262h13c0 10-3 20-6 28-4-8-7-18-7-28Z" />
      </g>
    </svg>
  )
}
