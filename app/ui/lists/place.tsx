/** A position in a table; the first three are gold. */
export function Place({ place }: { place: number }) {
  return <span className={place <= 3 ? 'place place-won' : 'place'}>{place}</span>
}
