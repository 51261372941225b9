/** Marks the viewer's own name among others. */
export function YouBadge() {
  return <span className="you-badge">You</span>
}
