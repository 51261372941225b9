import { expect, it } from 'vitest'
import { namesIn } from './confirm-route.tsx'

it('finds the names of actions, and none in what every object has', () => {
  const { title, failed } = namesIn(
    { hold: 'Hold Result', hide: { title: 'Hide', failed: 'Not hidden' } },
    'step',
  )
  const names = ['hold', 'hide', 'constructor', undefined].map((step) => [title({ step }), failed({ step })])
  expect(names).toEqual([
    ['Hold Result', 'Failed to hold result'],
    ['Hide', 'Not hidden'],
    ['Page not found', 'Page not found'],
    ['Page not found', 'Page not found'],
  ])
})
