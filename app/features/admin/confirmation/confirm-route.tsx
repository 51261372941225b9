import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { ConfirmPage } from './confirm-page.tsx'
import { keepConfirmationData } from './confirmation.ts'

type Params = Readonly<Record<string, string | undefined>>

interface ConfirmedRoute {
  title: string | ((params: Params) => string)
  /** The list that the page leads back to. */
  list: { to: string; label: string }
  /** The message when the form did not arrive. */
  failed: string | ((params: Params) => string)
}

/** What the browser runs of a route that confirms an action. */
export function confirmRoute({ title, list, failed }: ConfirmedRoute) {
  return {
    clientAction: ({ serverAction, params }: { serverAction: () => Promise<unknown>; params: Params }) =>
      submitOrMessage(serverAction, textFor(failed, params)),
    shouldRevalidate: keepConfirmationData,
    meta: (args: Parameters<typeof pageMeta>[0] & { params: Params }) =>
      pageMeta(args, { title: textFor(title, args.params), hidden: true }),
    Page: ({ loaderData, params }: { loaderData: Confirmation; params: Params }) => (
      <ConfirmPage title={textFor(title, params)} confirmation={loaderData} list={list} />
    ),
  }
}

function textFor(text: string | ((params: Params) => string), params: Params): string {
  return typeof text === 'string' ? text : text(params)
}
