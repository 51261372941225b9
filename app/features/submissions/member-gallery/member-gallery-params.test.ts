import { expect, test } from 'vitest'
import { memberGalleryPath, readMemberGalleryParams } from './member-gallery-params.ts'

function read(query: string) {
  return readMemberGalleryParams('/profile/submissions', new URLSearchParams(query))
}

test('defaults to newest first, every tool, in a grid', () => {
  expect(read('')).toMatchObject({
    path: '/profile/submissions',
    sort: 'newest',
    tool: null,
    view: 'grid',
    page: 1,
  })
  expect(memberGalleryPath(read(''))).toBe('/profile/submissions')
})

test('choices are written to the address and parsed from it', () => {
  const params = read('sort=votes&tool=Stable%20Diffusion&view=list&page=2')
  expect(params).toMatchObject({ sort: 'votes', tool: 'Stable Diffusion', view: 'list', page: 2 })
  const path = memberGalleryPath(params, 'submissions')
  expect(path).toBe('/profile/submissions?sort=votes&tool=Stable+Diffusion&view=list&page=2#submissions')
  expect(read(path.split(/[?#]/)[1] ?? '')).toEqual(params)
})

test('unknown choices count as absent', () => {
  expect(read('sort=random&tool=&view=table&page=-1')).toEqual(read(''))
  for (const odd of ['%00', 'suno%00', '%0A', '%20', 'x'.repeat(41)]) {
    expect(read(`tool=${odd}`).tool, odd).toBeNull()
  }
})
