import { describe, expect, test } from 'vitest'
import { fileRefusal, imageRules, type Purpose } from './rules.ts'
import { avatarSources, imageSources, imageUrl, previewUrl } from './sources.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const beginnings = {
  jpeg: latin1('\xff\xd8\xff\xe0'),
  png: latin1('\x89PNG\r\n\x1a\n'),
  webp: latin1('RIFF\n\0\0\0WEBPVP8 '),
  gif: latin1('GIF89a'),
  svg: latin1('<svg xmlns="'),
  avif: latin1('\0\0\0\x20ftypavif'),
  html: latin1('<!doctype html>'),
  nothing: latin1(''),
}

const id = '01a3b6d2-1111-7222-8333-444455556666'

describe('a file', () => {
  const limits: [Purpose, number, string][] = [
    ['submission', 10_485_760, 'Please upload an image smaller than 10MB'],
    ['challenge', 5_242_880, 'Please upload an image smaller than 5MB'],
    ['avatar', 2_097_152, 'Please upload an image smaller than 2MB'],
    ['logo', 1_048_576, 'Please upload an image smaller than 1MB'],
  ]
  test.each(limits)('for a %s must be under %i bytes', (purpose, limit, message) => {
    expect(fileRefusal(purpose, limit - 1, beginnings.png)).toBeNull()
    expect(fileRefusal(purpose, limit, beginnings.png)).toBe(message)
  })

  test('must be JPEG, PNG or WEBP by its first bytes', () => {
    for (const start of [beginnings.jpeg, beginnings.png, beginnings.webp]) {
      expect(fileRefusal('avatar', 1, start)).toBeNull()
    }
    const { gif, svg, avif, html, nothing } = beginnings
    const wrongType = 'Please upload a valid image file (JPEG, PNG, or WEBP)'
    for (const start of [svg, html, nothing]) expect(fileRefusal('avatar', 1, start)).toBe(wrongType)
    expect(fileRefusal('avatar', 1, gif)).toBe(
      `${wrongType}. This is a file of the type GIF: please save it as JPEG.`,
    )
    expect(fileRefusal('avatar', 1, avif)).toContain('of the type AVIF')
  })
})

describe('sources of an image', () => {
  const image = { id, widths: imageRules.submission.widths, color: null }
  const small = `/media/${id}/160.webp 160w, /media/${id}/320.webp 320w`

  test('offer every width of a large image', () => {
    expect(imageSources({ ...image, width: 1600, height: 900 })).toEqual({
      src: `/media/${id}/960.webp`,
      srcSet: `${small}, /media/${id}/480.webp 480w, /media/${id}/720.webp 720w, /media/${id}/960.webp 960w, /media/${id}/1600.webp 1600w`,
      width: 1600,
      height: 900,
    })
  })

  test('state the true width of a small image and offer it once', () => {
    const { src, srcSet } = imageSources({ ...image, width: 700, height: 400 })
    expect(srcSet).toBe(`${small}, /media/${id}/480.webp 480w, /media/${id}/720.webp 700w`)
    expect(src).toBe(imageUrl(id, 720))
    expect(imageSources({ ...image, width: 480, height: 400 }).srcSet).toBe(
      `${small}, /media/${id}/480.webp 480w`,
    )
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
  for (const purpose of ['submission', 'challenge'] as const) expect(imageRules[purpose].alwaysTo).toBe(480)
})
