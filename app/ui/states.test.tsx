import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { STATUSES } from '#domain/challenges/rules.ts'
import { Badge } from './badge.tsx'
import { Spinner } from './button.tsx'
import { CardSkeletons } from './lists/skeletons.tsx'
import { EmptyState, ErrorPanel } from './states.tsx'

test('a failed part has a Retry link to the same page', () => {
  const html = shown(<ErrorPanel message="Failed to load challenges." />, '/?kind=audio&page=2')
  expect(html).toMatch(/role="alert".*Failed to load challenges\./)
  expect(html).toMatch(/<a [^>]*href="\/\?kind=audio&amp;page=2"[^>]*>Retry<\/a>/)
})

test('an empty list shows a drawing, a text and a link', () => {
  const html = shown(
    <EmptyState heading="No Winners Found" action={<a href="/on">On</a>}>
      None yet.
    </EmptyState>,
  )
  expect(html).toMatch(/<h2[^>]*>No Winners Found<\/h2>.*None yet\..*href="\/on"/)
})

test('the dots of challenge statuses differ', () => {
  const classes = STATUSES.map((status) => shown(<Badge tone={status}>Status</Badge>))
  expect(new Set(classes).size).toBe(STATUSES.length)
})

test('loading is announced', () => {
  const html = shown(<CardSkeletons count={3} label="Loading challenges" />)
  expect(html).toMatch(/role="status".*Loading challenges/)
  expect(outlines(html)).toBe(3 * outlines(shown(<CardSkeletons count={1} />)))
})

test('the spinner has three sizes and can fill the screen', () => {
  const sizes = (['sm', 'md', 'lg'] as const).map((size) => shown(<Spinner size={size} />))
  expect(new Set(sizes).size).toBe(3)
  expect(shown(<Spinner fullScreen />)).not.toBe(shown(<Spinner />))
})

function shown(part: React.ReactElement, at = '/'): string {
  const Page = createRoutesStub([{ path: '/', Component: () => part }])
  return renderToStaticMarkup(<Page initialEntries={[at]} />)
}

function outlines(html: string): number {
  return html.match(/aria-hidden="true"/g)?.length ?? 0
}
