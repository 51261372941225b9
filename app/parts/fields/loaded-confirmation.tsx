import type { Form, useFetcher } from 'react-router'
import type { Failure } from '#app/forms/submit.ts'
import { Button } from '#app/ui/button.tsx'
import { Loaded } from '#app/ui/loaded.tsx'
import { type Confirmation, ConfirmForm } from './confirm-form.tsx'

interface Props {
  /** The page of the confirmation. */
  path: string
  returnTo: string
  fetcher: ReturnType<typeof useFetcher<Failure>>
  onClose: () => void
}

/** The confirmation of another page, in a dialog. */
export function LoadedConfirmation({ path, returnTo, fetcher, onClose }: Props) {
  return (
    <Loaded<Confirmation> path={path} label="Loading">
      {(confirmation) => (
        <ConfirmForm
          confirmation={confirmation}
          Form={fetcher.Form as typeof Form}
          action={path}
          returnTo={returnTo}
          pending={fetcher.state !== 'idle'}
          failure={fetcher.data}
          cancel={
            <Button type="button" variant="secondary" onClick={onClose}>
              {confirmation.refusal ? 'Close' : (confirmation.dismissLabel ?? 'Cancel')}
            </Button>
          }
        />
      )}
    </Loaded>
  )
}
