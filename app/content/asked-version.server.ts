import type { RouterContextProvider } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import type { Admin } from '#domain/members/rules.ts'
import { pageVersion, type WrittenPage } from '#domain/pages/queries.server.ts'
import type { PageName } from '#domain/pages/rules.ts'

/** The version of a page that `?version=` names, for administrators only (ADM-127). */
export async function askedVersion(
  request: Request,
  context: Readonly<RouterContextProvider>,
  page: PageName,
): Promise<WrittenPage | undefined> {
  const asked = new URL(request.url).searchParams.get('version') ?? ''
  const viewer = context.get(viewerContext)
  if (!viewer?.isAdmin || !/^[1-9]\d{0,5}$/.test(asked)) return undefined
  return pageVersion(context.get(servicesContext).db, viewer as Admin, page, Number(asked))
}
