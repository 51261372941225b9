import { expect, it } from 'vitest'
import { fieldChanges } from './changes.ts'

it('lists changed fields with both values', () => {
  const before = { title: 'Boats', deadline: '2026-03-29T01:30:00+00:00', allow_voting: true, type: 'daily' }
  const after = { ...before, deadline: '2026-04-05T01:30:00+00:00', allow_voting: false }
  expect(fieldChanges({ before, after })).toEqual([
    { field: 'deadline', label: 'Deadline', before: before.deadline, after: after.deadline },
    { field: 'allow_voting', label: 'Allow voting', before: true, after: false },
  ])
})

it('includes the reason, and leaves author and challenge to the heading', () => {
  const about = { author: 'Ann', challenge: 'Boats' }
  const before = { ...about, status: 'pending', votes: 0, won: false }
  const after = { ...about, status: 'rejected', votes: 0, reason: 'Copied' }
  expect(fieldChanges({ before, after })).toEqual([
    { field: 'status', label: 'Status', before: 'pending', after: 'rejected' },
    { field: 'reason', label: 'Reason', after: 'Copied' },
  ])
  expect(fieldChanges({ before: { ...before, won: true }, after })[1]).toMatchObject({
    label: 'Winning submission',
    before: true,
  })
})

it('lists all fields of a created or deleted subject', () => {
  const state = { title: 'Boats', start_date: null, show_votes: false, image_id: 'x' }
  expect(fieldChanges({ before: null, after: state })).toEqual([
    { field: 'title', label: 'Title', after: 'Boats' },
    { field: 'image_id', label: 'Picture', after: 'An image' },
  ])
  expect(fieldChanges({ before: state, after: null }).map(({ label }) => label)).toEqual(['Title', 'Picture'])
})

it('never shows image ids', () => {
  const change = (before: string | null, after: string | null) =>
    fieldChanges({ before: { image_id: before }, after: { image_id: after } })
  expect(change('a', 'b')).toEqual([
    { field: 'image_id', label: 'Picture', before: 'An image', after: 'Another image' },
  ])
  expect(change(null, 'b')).toMatchObject([{ before: null, after: 'An image' }])
  expect(change('a', null)).toMatchObject([{ before: 'An image', after: null }])
})
