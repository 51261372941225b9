/** The dojo's mark: an open ring, drawn in one stroke of a brush, round a ninja's eye slit. */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={`shrink-0 ${className}`} aria-hidden="true">
      <path
        className="fill-go"
        d="M19.6 1.6C12.4-.5 4.6 3.3 2.1 10.500-.4 17.9 3.400 26 10.800 28.800c7.200 2.700 15.500-.500 18.500-7.600 2.500-5.800.8-12.500-4-16.600-.9-.8-2 .5-1.200 1.400 3.300 3.500 4.300 8.700 2.300 13.200-2.500 5.600-9 8.200-14.700 6C6 23 3.200 16.800 5.200 11.100 7.200 5.500 13.200 2.600 18.900 4.100c1.600.4 2.300-2 .7-2.500Z"
      />
      <path
        className="fill-ink"
        d="M9.200 12.600h13.600c.8 0 1.300.8 1 1.500a8.300 8.300 0 0 1-15.600 0c-.3-.7.2-1.500 1-1.500Z"
      />
      <path
        className="fill-ground"
        d="M11.600 14.900c1.300-.5 2.500-.4 3.500.5-1 .8-2.500.8-3.500-.5Zm8.800 0c-1.300-.5-2.500-.4-3.500.5 1 .8 2.500.8 3.500-.5Z"
      />
    </svg>
  )
}
