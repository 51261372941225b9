import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import { testDatabase } from '#test/database.ts'
import { requestContext } from '#test/request-context.ts'
import { newChallengeForm } from './open-form.server.ts'
import { TimelineFields } from './timeline-fields.tsx'

const { db } = await testDatabase()
const { start, statuses } = await newChallengeForm(await requestContext(db, null))

const shown = (change: Partial<typeof start>) => {
  const values = { ...start, ...change }
  return renderToStaticMarkup(
    <TimelineFields
      form={{ values, errors: {}, change: () => {} }}
      statuses={statuses}
      saved={values.status as ChallengeStatus}
      note={null}
      choose={() => {}}
    />,
  )
}

it.each([
  ['draft', 'Not visible to users.'],
  ['upcoming', 'Visible, but not accepting submissions.'],
  ['active', 'Accepting submissions until the deadline.'],
  ['completed', 'Ended and archived.'],
])('explains %s', (status, meaning) => {
  expect(shown({ status })).toContain(meaning)
})

it('shows no dates for a type that does not exist', () => {
  const html = shown({ type: 'yearly', deadline: '2026-06-08T12:00' })
  expect(html).not.toContain('Entries close')
})

it('says that a challenge created as completed has ended', () => {
  const ended = 'It will be saved as ended: it takes no entries and no votes, and it has no winner.'
  expect(shown({ status: 'completed' })).toContain(ended)
  expect(shown({ status: 'completed', version: '3' })).not.toContain(ended)
  expect(shown({ status: 'active' })).not.toContain(ended)
})

it.each([
  ['daily', '1 day'],
  ['weekly', '3 days'],
  ['monthly', '7 days'],
  ['special', '3 days'],
])('says when voting on a %s challenge ends, and which dates follow', (type, length) => {
  const html = shown({ type, deadline: '2026-06-08T12:00' })
  expect(html).toContain('If not set, voting starts at the deadline.')
  expect(html).toContain(`If not set, voting ends ${length} after the deadline.`)
  const ends = new Date(Date.parse('2026-06-08T12:00Z') + Number.parseInt(length, 10) * 86_400_000)
  expect(html).toContain(`dateTime="${ends.toISOString()}"`)
})
