import { useState } from 'react'
import { useFetcher } from 'react-router'
import type { Failure } from '#app/forms/submit.ts'
import { useHydrated } from '#app/ui/browser/hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { NOTIFICATION_MESSAGES as MESSAGES } from '#domain/notifications/rules.ts'
import { PUSH_PATH } from './paths.ts'

/** Turns push messages to this browser on and off. Turning on needs scripts, as the browser asks its user. */
export function PushDevice({ publicKey, hasThis }: { publicKey: string; hasThis: boolean }) {
  const fetcher = useFetcher<Failure>()
  const [problem, setProblem] = useState<string | null>(null)
  const hydrated = useHydrated()
  const canSubscribe = hydrated && 'PushManager' in window && navigator.serviceWorker !== undefined
  const isPending = fetcher.state !== 'idle'

  async function turnOn(): Promise<void> {
    setProblem(null)
    try {
      void fetcher.submit(await subscribe(publicKey), { method: 'post', action: PUSH_PATH })
    } catch {
      setProblem(Notification.permission === 'denied' ? MESSAGES.pushDenied : MESSAGES.noDevice)
    }
  }

  return (
    <Card as="section" aria-labelledby="push">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 id="push" className="text-card">
          Push on this device
        </h2>
        {hasThis ? (
          <fetcher.Form method="post" action={`${PUSH_PATH}/end`}>
            <Button variant="secondary" pending={isPending} pendingLabel="Turning off...">
              Turn Off
            </Button>
          </fetcher.Form>
        ) : canSubscribe ? (
          <Button
            type="button"
            variant="secondary"
            className="flex-none"
            pending={isPending}
            pendingLabel="Turning on..."
            onClick={turnOn}
          >
            Turn On
          </Button>
        ) : (
          <p className="text-small text-muted">{hydrated ? 'Not offered by this browser' : 'Off'}</p>
        )}
      </div>
      <FormProblem problem={problem ?? fetcher.data?.message ?? null} />
    </Card>
  )
}

/** The fields of the subscription that the browser makes, after it has asked its user. */
async function subscribe(publicKey: string): Promise<Record<string, string>> {
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  // One with other keys would be in the way.
  await (await pushManager.getSubscription())?.unsubscribe()
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const { endpoint = '', keys = {} } = (await pushManager.subscribe(options)).toJSON()
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }
}
