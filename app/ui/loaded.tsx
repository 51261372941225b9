import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import { Spinner } from './spinner.tsx'

interface Props<Data> {
  /** The page whose data are loaded. */
  path: string
  /** Announced while they load. */
  label: string
  children: (data: Data) => React.ReactNode
}

/** Loads another page's data beside the current page. */
export function Loaded<Data>({ path, label, children }: Props<Data>) {
  const { load, data } = useFetcher<Data>()
  useEffect(() => void load(path), [load, path])
  return data === undefined ? <Spinner label={label} /> : children(data as Data)
}
