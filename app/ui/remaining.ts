const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

interface CountdownTile {
  unit: 'days' | 'hours' | 'minutes' | 'seconds'
  value: number
}

/** What a countdown shows for the milliseconds that remain: days only while there are two or more. */
export function countdownTiles(remaining: number): CountdownTile[] {
  const left = Math.max(0, remaining)
  const showsDays = left >= 2 * day
  const hours = Math.floor((showsDays ? left % day : left) / hour)
  const tiles: CountdownTile[] = [
    { unit: 'hours', value: hours },
    { unit: 'minutes', value: Math.floor((left % hour) / minute) },
    { unit: 'seconds', value: Math.floor((left % minute) / second) },
  ]
  return showsDays ? [{ unit: 'days', value: Math.floor(left / day) }, ...tiles] : tiles
}

/** '5 days left', '7 h left', '12 min left', 'Ending now', 'Closed': how a card says when it closes. */
export function timeLeftText(deadline: Date, now: Date): string {
  const left = deadline.getTime() - now.getTime()
  if (left <= 0) return 'Closed'
  if (left >= 2 * day) return `${Math.floor(left / day)} days left`
  if (left >= hour) return `${Math.floor(left / hour)} h left`
  return left >= minute ? `${Math.floor(left / minute)} min left` : 'Ending now'
}
