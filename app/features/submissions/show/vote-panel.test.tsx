import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { partsLoaded } from '#app/ui/browser/lazy-part.ts'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeChallenge, makeMember, makeSubmission, openVoting } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { loadSubmission } from './show.server.ts'
import { VotePanel } from './vote-panel.tsx'

const { db } = await testDatabase()
await partsLoaded()

/** The votes of a submission while `voter` sends a vote with `action`. */
async function votesDuring(action: string, voter: Member, id: string, submissionId: string): Promise<string> {
  const context = await requestContext(db, voter)
  const page = await loadSubmission(context, { id, submissionId }, new URLSearchParams())
  const never = () => new Promise(() => undefined)
  const router = createMemoryRouter([
    { id: 'page', path: '*', element: <VotePanel {...page} />, action: never },
  ])
  const formData = new FormData()
  const path = `/challenges/${id}/submissions/${submissionId}/${action}`
  void router.fetch(`vote-${submissionId}`, 'page', path, { formMethod: 'post', formData })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  router.dispose()
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

it('counts a vote in flight, and one that moves only for its new submission', async () => {
  const id = await makeChallenge(db)
  const [first, second] = [
    await makeSubmission(db, await makeMember(db), id),
    await makeSubmission(db, await makeMember(db), id),
  ]
  await openVoting(db, id)
  const voter = await makeMember(db)
  expect(await votesDuring('vote', voter, id, first)).toMatch(/Votes 1 of 1 votes/)
  await castVote(db, as(voter), id, first)
  expect(await votesDuring('move-vote', voter, id, second)).toMatch(/Votes 1 of 1 votes/)
  expect(await votesDuring('unvote', voter, id, first)).toMatch(/Votes 0 \d+ days left/)
})
