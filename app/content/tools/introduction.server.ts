import type { RouterContextProvider } from 'react-router'
import { fillWritten } from '#app/content/fill-sections.server.tsx'
import { siteInfo } from '#app/content/site-info.server.ts'
import { servicesContext } from '#app/context.ts'
import type { WrittenPage } from '#domain/pages/queries.server.ts'

export const ORIGINAL_INTRODUCTION = 'Twenty tools, four senseis.'

/** The introduction of the tools page as administrators have written it (ADM-153); null for the project's own. */
export function toolsIntroduction(
  context: Readonly<RouterContextProvider>,
  written: Pick<WrittenPage, 'text'> | undefined = context.get(servicesContext).pages.current('tools'),
) {
  if (!written || written.text === null) return null
  const { productName, contactEmail } = siteInfo(context)
  const values = { productName, contactLabel: contactEmail, contactUrl: `mailto:${contactEmail}` }
  return fillWritten(written.text, [], { values })
}
