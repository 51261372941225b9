import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { Creator } from './submission-view.tsx'

function render(author: Parameters<typeof Creator>[0]['author']): string {
  return renderToStaticMarkup(
    <MemoryRouter>
      <Creator author={author} />
    </MemoryRouter>,
  )
}

it('shows the creator with rank, avatar and profile link', () => {
  const html = render({
    id: 'm',
    displayName: 'Iron Heron',
    isAdmin: false,
    photoUrl: '/avatars/ninja-2.svg',
    isDeleted: false,
    rank: 'Adept Ninja',
    points: 600,
  })
  expect(html).toMatch(/Iron Heron.*Adept Ninja/s)
  expect(html).toContain('src="/avatars/ninja-2.svg"')
  expect(html).toMatch(/href="\/profile\/m"[^>]*>View Profile/)
})

it("falls back to 'Ninja User' and 'Novice Ninja'", () => {
  const html = render({
    id: 'm',
    displayName: '',
    photoUrl: '',
    rank: '',
    points: 0,
    isAdmin: false,
    isDeleted: false,
  })
  expect(html).toMatch(/Ninja User.*Novice Ninja/s)
  expect(html).toMatch(/<img[^>]*src="\/[^"]+"/)
})
