import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { newChallengeForm } from './new-challenge.server.ts'
import { TimelineFields } from './timeline-fields.tsx'

const { db } = await testDatabase()
const { start, statuses } = await newChallengeForm(await requestContext(db, null))

it.each([
  ['draft', 'Not visible to users.'],
  ['upcoming', 'Visible, but not accepting submissions.'],
  ['active', 'Accepting submissions until the deadline.'],
  ['completed', 'Ended and archived.'],
])('says what %s means', (status, meaning) => {
  const values = { ...start, status }
  const html = renderToStaticMarkup(<TimelineFields values={values} statuses={statuses} change={() => {}} />)
  expect(html).toContain(meaning)
})

it.each([
  ['daily', '1 day'],
  ['weekly', '3 days'],
  ['monthly', '7 days'],
  ['special', '3 days'],
])('says when voting on a %s challenge ends, and which dates follow', (type, length) => {
  const values = { ...start, type, deadline: '2026-06-08T12:00' }
  const html = renderToStaticMarkup(<TimelineFields values={values} statuses={statuses} change={() => {}} />)
  expect(html).toContain('If not set, voting starts at the deadline.')
  expect(html).toContain(`If not set, voting ends ${length} after the deadline.`)
  const ends = new Date(Date.parse('2026-06-08T12:00Z') + Number.parseInt(length, 10) * 86_400_000)
  expect(html).toContain(`dateTime="${ends.toISOString()}"`)
})
