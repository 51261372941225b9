import { submitOrMessage } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import { ConfirmPage } from './confirm-page.tsx'
import { keepConfirmationData } from './confirmation.ts'

type Params = Readonly<Record<string, string | undefined>>
type Named<Value> = Value | ((params: Params) => Value)

interface ConfirmedRoute {
  title: Named<string>
  /** The list that the page leads back to. */
  list: Named<{ to: string; label: string }>
  /** The message when the form did not arrive. */
  failed: Named<string>
  /** The address of the text that is kept until the action is done. */
  typedAs?: (params: Params) => string | undefined
}

/** What the browser runs of a route that confirms an action. */
export function confirmRoute({ title, list, failed, typedAs }: ConfirmedRoute) {
  return {
    clientAction: ({ serverAction, params }: { serverAction: () => Promise<unknown>; params: Params }) =>
      submitOrMessage(serverAction, valueFor(failed, params), typedAs?.(params)),
    shouldRevalidate: keepConfirmationData,
    meta: (args: Parameters<typeof pageMeta>[0] & { params: Params }) =>
      pageMeta(args, { title: valueFor(title, args.params), hidden: true }),
    Page: ({ loaderData, params }: { loaderData: Confirmation; params: Params }) => (
      <ConfirmPage title={valueFor(title, params)} confirmation={loaderData} list={valueFor(list, params)} />
    ),
  }
}

function valueFor<Value>(value: Named<Value>, params: Params): Value {
  return typeof value === 'function' ? (value as (params: Params) => Value)(params) : value
}

interface Names {
  title: string
  failed: string
}

/** The names of a route's actions, or their titles alone, by the parameter that names one. */
export function namesIn(actions: Record<string, string | Names>, param: string) {
  function namesOf(params: Params): Names | undefined {
    const name = params[param] ?? ''
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    return typeof action === 'string'
      ? { title: action, failed: `Failed to ${action.toLowerCase()}` }
      : action
  }
  return {
    title: (params: Params) => namesOf(params)?.title ?? 'Page not found',
    failed: (params: Params) => namesOf(params)?.failed ?? 'Page not found',
  }
}
