import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, Link } from 'react-router'
import { expect, it } from 'vitest'
import { writingOf } from './writing.server.ts'
import { Written } from './written.tsx'

function Weight({ of, children }: { of: number; children: React.ReactNode }) {
  return (
    <strong className="heavy">
      {children}: {of} g
    </strong>
  )
}

const text = (
  <>
    <p>
      One {2} <Weight of={3}>feather</Weight>, {false}
      <Link to="/tools">tools</Link>.
    </p>
    {null}
    <svg viewBox="0 0 2 2" aria-hidden="true">
      <path d="M0 0h2" strokeWidth="2" />
    </svg>
    <ul>
      {['a', 'b'].map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </>
)

it('shows the same as the text it was taken from', () => {
  expect(html(<Written writing={writingOf(text)} />)).toBe(html(text))
})

it('is plain data, with components worked out and islands named', () => {
  const writing = writingOf(text)
  expect(structuredClone(writing)).toEqual(writing)
  expect(JSON.stringify(writing)).toContain('"as":"Link","props":{"to":"/tools"}')
  expect(JSON.stringify(writing)).not.toContain('Weight')
})

it('joins neighboring words', () => {
  expect(writingOf(<>a {1} b</>)).toBe('a 1 b')
})

function html(node: React.ReactNode): string {
  const Page = createRoutesStub([{ path: '/', Component: () => node }])
  return renderToStaticMarkup(<Page initialEntries={['/']} />)
}
