import { expect, it } from 'vitest'
import type { Progress } from '#domain/submissions/rules.ts'
import { progressText } from './submission-status.tsx'

const received: Progress = {
  status: 'pending',
  challengeStatus: 'active',
  isInVoting: false,
  placing: null,
}

it.each<[Partial<Progress>, boolean, string]>([
  [{}, false, 'Received'],
  [{}, true, 'Received, waiting for approval'],
  [{ status: 'approved' }, true, 'Approved'],
  [{ challengeStatus: 'voting', isInVoting: true }, false, 'In voting'],
  [{ challengeStatus: 'voting', status: 'approved', isInVoting: true }, false, 'In voting'],
  [{ challengeStatus: 'voting' }, false, 'Votes are being counted'],
  [
    { challengeStatus: 'completed', placing: { place: 4, entries: 1_023, points: 5 } },
    false,
    'Placed 4th of 1,023',
  ],
  [{ challengeStatus: 'completed' }, false, 'Completed'],
  [{ challengeStatus: 'canceled' }, false, 'Canceled'],
  [{ challengeStatus: 'canceled', status: 'rejected' }, false, 'Rejected'],
  [{ challengeStatus: 'voting', isInVoting: true, status: 'rejected' }, false, 'Rejected'],
])('%j, reviewed first: %s, is “%s”', (changes, reviewed, text) => {
  expect(progressText({ ...received, ...changes }, reviewed)).toBe(text)
})
