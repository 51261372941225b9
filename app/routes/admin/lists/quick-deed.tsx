import { useEffect } from 'react'
import { useFetcher, useLocation, useRevalidator } from 'react-router'
import { showToast } from '#app/ui/shell/toast.tsx'
import type { Failure } from './or-message.ts'

interface Props {
  path: string
  about: string
  children: string
}

/** A button in a row that does something harmless at once. */
export function QuickDeed({ path, about, children }: Props) {
  const { pathname, search } = useLocation()
  const { Form, data, state } = useFetcher<Failure>()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!data) return
    showToast(data.message, 'bad')
    revalidate()
  }, [data, revalidate])
  const pending = state !== 'idle'
  return (
    <Form method="post" action={path} preventScrollReset>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button
        type="submit"
        className="row-link"
        aria-label={`${children} ${about}`}
        aria-disabled={pending || undefined}
        onClick={pending ? (event) => event.preventDefault() : undefined}
      >
        {children}
      </button>
    </Form>
  )
}
