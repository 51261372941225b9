import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { signedOutMessage } from '../refusals.ts'
import { lostConnectionMessage } from './lost-connection.ts'

interface Props<Data> {
  /** The page whose data are loaded. */
  path: string
  /** Announced while they load. */
  label: string
  children: (data: Data) => React.ReactNode
}

/**
 * Loads another page's data beside the current page, whose input stays if that fails. What was loaded is shown until it is
 * loaded again.
 */
export function Loaded<Data>({ path, label, children }: Props<Data>) {
  const { load, data, state } = useFetcher<Data | null>()
  useEffect(() => void load(path), [load, path])
  const hasEnded = useHasEnded(state)
  const [last, setLast] = useState<Data | null>(null)
  if (data && data !== last) setLast(data as Data)
  const shown = (data as Data | null | undefined) ?? last
  if (shown) return children(shown)
  if (!hasEnded) return <Spinner label={label} />
  return (
    <>
      <Notice tone="bad" alert>
        {data === null ? signedOutMessage : lostConnectionMessage}
      </Notice>
      <div className="mt-6 flex justify-end">
        <Button type="button" onClick={() => void load(path)}>
          Retry
        </Button>
      </div>
    </>
  )
}

function useHasEnded(state: 'idle' | 'loading' | 'submitting'): boolean {
  const [wasLoading, setWasLoading] = useState(false)
  if (state === 'loading' && !wasLoading) setWasLoading(true)
  return wasLoading && state === 'idle'
}
