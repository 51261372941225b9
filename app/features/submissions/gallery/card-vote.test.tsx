import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import type { VoteState } from '#domain/voting/rules.ts'
import { CardVote } from './card-vote.tsx'

const submission = { id: 's', challengeId: 'c', title: 'Roofs' } as SubmissionSummary

/** The last word of the form's address, and its button. */
function formOf(loaded: VoteState, state: VoteState) {
  const element = <CardVote submission={submission} loaded={loaded} state={state} from="/" />
  const router = createMemoryRouter([{ path: '*', element }])
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  router.dispose()
  return [/action="[^"]*\/([a-z-]+)"/.exec(html)?.[1], html.replace(/<[^>]+>/g, '').trim()]
}

it('sends what the button says, also while a vote for another submission is on its way', () => {
  expect(formOf('can-vote', 'can-vote')).toEqual(['vote', 'Vote: Roofs'])
  expect(formOf('voted-elsewhere', 'voted-elsewhere')[0]).toBe('move-vote')
  expect(formOf('can-vote', 'voted-elsewhere')).toEqual(['move-vote', 'Move my vote here: Roofs'])
  // Its own vote is on its way: the button stays that of the same form, which is not sent twice.
  expect(formOf('can-vote', 'voted')[0]).toBe('vote')
})
