import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, it } from 'vitest'
import { SignInMessage } from '#app/ui/fields/form-message.tsx'
import { Brief } from '../brief.tsx'
import { emptyValues } from '../submission-values.ts'
import { FormError } from './form-error.tsx'

const refused = {
  message: null,
  signedOut: false,
  errors: {},
  values: { ...emptyValues, title: 'Static garden' },
  image: null,
  imageRefused: false,
}

it.each(['Please sign in to submit', 'Please sign in to submit.'])('a full stop ends “%s”', (message) => {
  const text = renderToStaticMarkup(<SignInMessage message={message} returnTo="/" verb="submit" />).replace(
    /<[^>]+>/g,
    '',
  )
  expect(text).toBe('Please sign in to submit. Sign in using a new tab and then submit again here.')
})

it('a form that cannot be loaded shows an error and the input', () => {
  const submit = render(<FormError error={new Error('away')} refused={refused} />)
  for (const words of ['Challenge Not Available', 'Error loading challenge data', 'See Active Challenges']) {
    expect(submit).toContain(words)
  }
  expect(submit).toContain('>Static garden</textarea>')
  expect(render(<FormError error={new Error('away')} editing />)).toContain(
    'Could not load submission for editing.',
  )
})

it('a file that is too large shows a failed submission', () => {
  const error = { status: 413, statusText: '', internal: false, data: null }
  const page = render(<FormError error={error} />)
  for (const words of ['Submission Failed', 'Please upload an image smaller than 10MB', 'Try Again']) {
    expect(page).toContain(words)
  }
})

it('the guidelines list the description, each line of the requirements, and the rewards', () => {
  const page = render(
    <Brief
      challenge={{
        id: '1',
        title: 'Lanterns',
        kind: 'image',
        type: 'weekly',
        image: null,
        description: 'Make light.',
        requirements: '- One image\n\n  No text \nNo text',
        deadline: null,
        allowVoting: true,
        needsImage: false,
        now: new Date(0),
      }}
    />,
  )
  expect(page).toContain('Submission Guidelines')
  expect(page).toContain('Make light.')
  expect(page.match(/<li[^>]*>(?:(?!<\/li>).)*(One image|No text)/g)).toHaveLength(2)
  for (const points of ['+25', '+5', '+100']) expect(page).toContain(points)
})

function render(element: React.ReactElement): string {
  const Stub = createRoutesStub([{ path: '/', Component: () => element }])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}
