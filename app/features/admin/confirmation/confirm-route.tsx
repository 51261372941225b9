import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { ConfirmPage } from './confirm-page.tsx'
import { keepConfirmationData } from './confirmation.ts'

interface ConfirmedRoute {
  title: string
  /** The list that the page leads back to. */
  list: { to: string; label: string }
  /** The message when the form did not arrive. */
  failed: string
}

/** What the browser runs of a route that confirms an action. */
export function confirmRoute({ title, list, failed }: ConfirmedRoute) {
  return {
    clientAction: ({ serverAction }: { serverAction: () => Promise<unknown> }) =>
      submitOrMessage(serverAction, failed),
    shouldRevalidate: keepConfirmationData,
    meta: (args: Parameters<typeof pageMeta>[0]) => pageMeta(args, { title, hidden: true }),
    Page: ({ loaderData }: { loaderData: Confirmation }) => (
      <ConfirmPage title={title} confirmation={loaderData} list={list} />
    ),
  }
}
