import { useEffect } from 'react'

interface Props {
  challengeId: string
  /** The submission whose page is open; without it, the cards of the page are watched. */
  opened?: string
}

/**
 * Reports the submissions that the member has seen: a card of which half was visible for a second, or an opened page.
 * Reports are for ordering and for the results only, and a lost one changes little, so the code loads after the page.
 */
export function SeenReporter({ challengeId, opened }: Props) {
  useEffect(() => {
    let isOver = false
    let end: (() => void) | undefined
    import('./view-reports.ts').then(
      ({ reportViews }) => {
        if (!isOver) end = reportViews(challengeId, opened)
      },
      () => undefined,
    )
    return () => {
      isOver = true
      end?.()
    }
  }, [challengeId, opened])
  return null
}
