import { Time } from '#app/ui/time.tsx'
import type { BarText } from '#domain/voting/rules.ts'

export function barText({ text, at, end }: BarText) {
  return (
    <>
      {text} {at && <Time value={at} format="datetime" />} {end}
    </>
  )
}
