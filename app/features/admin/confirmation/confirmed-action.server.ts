import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import type { Confirmation } from '#app/parts/fields/confirm-form.tsx'
import type { Admin } from '#domain/members/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { type Outcome, refused } from '#platform/outcome.ts'
import { type AdminAction, notFoundConfirmation, runAdminAction } from './run-admin-action.server.ts'

type Params = Readonly<Record<string, string | undefined>>

interface Args {
  request: Request
  params: Params
  context: Readonly<RouterContextProvider>
}

interface Call {
  db: Db
  context: Args['context']
  params: Params
  /** Of the page's address. */
  query: URLSearchParams
}

/** A confirmation whose consequences may be left out. */
export type Question = Omit<Confirmation, 'consequences'> & {
  consequences: readonly (string | false | null)[]
}

interface ConfirmedAction<Subject, Value> extends Pick<AdminAction<Value>, 'fields' | 'done'> {
  /** The page to return to, unless the form names another. */
  list: string | ((params: Params) => string)
  /** The parameter of the URL that names the subject; by default 'id'. */
  param?: string
  /** Says that there is no such subject. */
  missing: string
  failed: string | ((params: Params) => string)
  load(call: Call & { admin: Admin }, id: string): Promise<Subject | undefined>
  confirm(subject: Subject, call: Call & { admin: Admin }): Question | Promise<Question>
  run(call: Call, id: string, fields: FormData): Promise<Outcome<Value>>
  /** The page of the subject, to which the message of success leads from elsewhere. */
  page?(id: string): NonNullable<AdminAction<Value>['page']>
}

/** The loader and the action of an administrator's action that is confirmed first. */
export function confirmedAction<Subject, Value>({
  list,
  param = 'id',
  missing,
  failed,
  load,
  confirm,
  run,
  page,
  ...action
}: ConfirmedAction<Subject, Value>) {
  return {
    async loader({ request, params, context }: Args) {
      const call = { ...callOf({ request, params, context }), admin: adminOf(context) }
      const id = params[param]
      const subject = isId(id) ? await load(call, id) : undefined
      if (!subject) return notFoundConfirmation(missing)
      const { consequences, ...question } = await confirm(subject, call)
      return data<Confirmation>({
        ...question,
        consequences: consequences.filter((text) => text !== false && text !== null),
      })
    },
    action({ request, params, context }: Args) {
      const id = params[param]
      return runAdminAction<Value>(
        { request, context },
        {
          ...action,
          ...(page && isId(id) && { page: page(id) }),
          list: typeof list === 'string' ? list : list(params),
          failed: typeof failed === 'string' ? failed : failed(params),
          run: async (fields) =>
            isId(id) ? run(callOf({ request, params, context }), id, fields) : refused('not-found', missing),
        },
      )
    },
  }
}

interface Confirmable {
  loader(args: Args): Promise<unknown>
  action(args: Args): Promise<unknown>
}

/** The loader and the action of a route with several actions, which its parameter names. Throws 404 for another name. */
export function confirmedActions<Action extends Confirmable>(param: string, actions: Record<string, Action>) {
  function named(params: Params): Action {
    const action = Object.hasOwn(actions, params[param] ?? '') && actions[params[param] ?? '']
    if (!action) throw data(null, { status: 404 })
    return action
  }
  return {
    loader: (args: Args) => named(args.params).loader(args) as ReturnType<Action['loader']>,
    action: (args: Args) => named(args.params).action(args) as ReturnType<Action['action']>,
  }
}

function callOf({ request, params, context }: Args): Call {
  const query = new URL(request.url).searchParams
  return { db: context.get(servicesContext).db, context, params, query }
}

export function reasonIn(fields: FormData): string {
  return String(fields.get('reason') ?? '')
}
