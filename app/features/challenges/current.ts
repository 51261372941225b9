import { redirect } from 'react-router'
import { choiceIn, pageIn } from '#app/ui/search-params.ts'
import { KINDS } from '#domain/challenges/rules.ts'
import { textResponse } from '#platform/http/text-response.ts'
import type { Route } from './+types/current.ts'
import { allPath } from './all-params.ts'
import { SECTIONS, sectionFilters } from './list-sections.ts'

/** The former address of all challenges of a section (CHL-71). */
export function loader({ params, request }: Route.LoaderArgs) {
  const section = SECTIONS.find(({ name }) => name === params.section)
  if (!section) throw textResponse(404, 'Not Found')
  const search = new URL(request.url).searchParams
  const filters = sectionFilters(section.name, choiceIn(search, 'kind', KINDS))
  return redirect(allPath({ ...filters, page: pageIn(search) }), 301)
}
