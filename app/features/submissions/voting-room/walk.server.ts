import { ballotOrderIn, WALKS, type Walk } from '#app/parts/paths.ts'
import { choiceIn } from '#app/ui/lists/search-params.ts'
import { KINDS } from '#domain/challenges/rules.ts'
import { SORTS } from '#domain/submissions/rules.ts'
import { toolIn } from '../member-gallery/member-gallery-params.ts'

/**
 * Reads ?list=shortlist and ?order=1790000000, or ?list=all&kind=audio&tool=suno&sort=votes; unknown values are ignored.
 * Only members who vote have a shortlist.
 */
export function readWalk(params: URLSearchParams, mayList: boolean): Walk {
  const list = choiceIn(params, 'list', WALKS)
  if (list === null || list === 'shortlist')
    return { list: mayList ? list : null, order: ballotOrderIn(params) }
  return {
    list,
    kind: choiceIn(params, 'kind', KINDS),
    tool: toolIn(params)?.toLowerCase() ?? null,
    sort: choiceIn(params, 'sort', SORTS) ?? 'newest',
  }
}
