import { describe, expect, test } from 'vitest'
import { fileRefusal, imageRules, type Purpose } from './rules.ts'
import { avatarSources, imageSources, imageUrl, previewUrl } from './sources.ts'

const id = '01a3b6d2-1111-7222-8333-444455556666'

describe('a file', () => {
  const limits: [Purpose, number, string][] = [
    ['submission', 10_485_760, 'Please upload an image smaller than 10MB'],
    ['challenge', 5_242_880, 'Please upload an image smaller than 5MB'],
    ['avatar', 2_097_152, 'Please upload an image smaller than 2MB'],
  ]
  test.each(limits)('for a %s must be under %i bytes', (purpose, limit, message) => {
    expect(fileRefusal(purpose, { type: 'image/png', size: limit - 1 })).toBeNull()
    expect(fileRefusal(purpose, { type: 'image/png', size: limit })).toBe(message)
  })

  test('must be JPEG, PNG or WEBP', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp']) {
      expect(fileRefusal('avatar', { type, size: 1 })).toBeNull()
    }
    for (const type of ['image/gif', 'image/svg+xml', 'image/avif', 'text/html', '']) {
      expect(fileRefusal('avatar', { type, size: 1 })).toBe(
        'Please upload a valid image file (JPEG, PNG, or WEBP)',
      )
    }
  })
})

describe('sources of an image', () => {
  const { widths } = imageRules.submission

  test('offer every width of a large image', () => {
    expect(imageSources({ id, width: 1600, height: 900, widths })).toEqual({
      src: `/media/${id}/960.webp`,
      srcSet: `/media/${id}/480.webp 480w, /media/${id}/960.webp 960w, /media/${id}/1600.webp 1600w`,
      width: 1600,
      height: 900,
    })
  })

  test('state the true width of a small image and offer it once', () => {
    const { src, srcSet } = imageSources({ id, width: 700, height: 400, widths })
    expect(srcSet).toBe(`/media/${id}/480.webp 480w, /media/${id}/960.webp 700w`)
    expect(src).toBe(imageUrl(id, 960))
    expect(imageSources({ id, width: 480, height: 400, widths }).srcSet).toBe(`/media/${id}/480.webp 480w`)
  })

  test('of an avatar come from its photo_url', () => {
    expect(avatarSources('/avatars/ninja-3.svg')).toEqual({ src: '/avatars/ninja-3.svg' })
    expect(avatarSources(`/media/${id}`)).toEqual({
      src: `/media/${id}/192.webp`,
      srcSet: `/media/${id}/96.webp 96w, /media/${id}/192.webp 192w, /media/${id}/384.webp 384w`,
    })
  })
})

test('the preview of an image has a width that is stored for any image', () => {
  expect(previewUrl(id)).toBe(`/media/${id}/480.webp`)
  for (const purpose of ['submission', 'challenge'] as const) expect(imageRules[purpose].widths[0]).toBe(480)
})
