import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentLink, embedOrigins, findEmbed, findMediaFile } from './embeds.ts'

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'
const vimeo = 'https://player.vimeo.com/video/76979871?dnt=1'
const soundcloud = (page: string) =>
  `https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2F${page}`
const suno = 'https://suno.com/embed/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0'

const recognised: [string, string][] = [
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['http://youtube.com/watch?list=PL0&v=dQw4w9WgXcQ&t=42s', `${youtube}?start=42`],
  ['https://youtu.be/dQw4w9WgXcQ', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc&t=10', `${youtube}?start=10`],
  ['https://youtu.be/dQw4w9WgXcQ?t=1h2m3s', `${youtube}?start=3723`],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=1m30s', `${youtube}?start=90`],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=75', `${youtube}?start=75`],
  ['https://youtu.be/dQw4w9WgXcQ?t=0', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?t=x1&start=-5', youtube],
  ['https://youtube.com/shorts/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', youtube],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['  HTTPS://WWW.YouTube.com/watch?v=dQw4w9WgXcQ  ', youtube],
  ['https://vimeo.com/76979871', vimeo],
  ['https://www.vimeo.com/76979871/', vimeo],
  ['https://vimeo.com/channels/staffpicks/76979871', vimeo],
  ['https://vimeo.com/groups/motion/videos/76979871', vimeo],
  ['https://vimeo.com/showcase/123/video/76979871', vimeo],
  ['https://player.vimeo.com/video/76979871', vimeo],
  ['https://vimeo.com/76979871#t=1m30s', `${vimeo}#t=90s`],
  ['https://vimeo.com/76979871?t=75', `${vimeo}#t=75s`],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e#t=9s', `${vimeo}&h=8272103f6e#t=9s`],
  ['https://vimeo.com/76979871/8272103f6e', `${vimeo}&h=8272103f6e`],
  ['https://player.vimeo.com/video/76979871?h=8272103f6e', `${vimeo}&h=8272103f6e`],
  ['https://soundcloud.com/forss/flickermood', soundcloud('forss%2Fflickermood')],
  ['https://m.soundcloud.com/forss/flickermood?utm_source=x', soundcloud('forss%2Fflickermood')],
  ['https://soundcloud.com/forss/flickermood/s-AbC123', soundcloud('forss%2Fflickermood%2Fs-AbC123')],
  ['https://suno.com/song/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', suno],
  ['https://www.suno.com/song/0F1E2D3C-4b5a-6978-8796-a5b4c3d2e1f0?sh=x', suno],
  ['https://app.suno.ai/song/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0/', suno],
  ['https://suno.com/embed/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0', suno],
]

const refusedForFrames = [
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/youtube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com@evil.example/watch?v=dQw4w9WgXcQ',
  'https://me:secret@youtube.com/watch?v=dQw4w9WgXcQ',
  'https://evilyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://youtube.com./watch?v=dQw4w9WgXcQ',
  'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://xn--yutube-wqf.com/watch?v=dQw4w9WgXcQ',
  'https://youtubе.com/watch?v=dQw4w9WgXcQ',
  'https:\\\\youtube.com\\watch?v=dQw4w9WgXcQ',
  'https://evil.example\\@youtube.com/watch?v=dQw4w9WgXcQ',
  '//youtube.com/watch?v=dQw4w9WgXcQ',
  'youtube.com/watch?v=dQw4w9WgXcQ',
  'ftp://youtube.com/watch?v=dQw4w9WgXcQ',
  'java\nscript:alert(1)',
  'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
  'javascript://youtube.com/watch?v=dQw4w9WgXcQ%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://youtube.com/dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v="><script>',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ%22onload=alert(1)',
  'https://www.youtube.com/watch?v=tooshort',
  'https://www.youtube.com/redirect?q=https://evil.example',
  'https://www.youtube.com/embed/../redirect',
  'https://youtu.be/dQw4w9WgXcQ/extra',
  'https://youtu.be/',
  'https://vimeo.com/about',
  'https://vimeo.com/76979871/<script>',
  'https://soundcloud.com/forss',
  'https://soundcloud.com/forss/sets',
  'https://soundcloud.com/discover/sets',
  'https://soundcloud.com/forss/%22%3E%3Cscript%3E',
  'https://soundcloud.com/forss/flickermood/recommended',
  'https://on.soundcloud.com/AbC123',
  'https://suno.com/s/AbC123',
  'https://suno.com/song/not-a-song',
  'https://suno.com/playlist/0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0',
  `https://www.youtube.com/watch?v=dQw4w9WgXcQ&x=${'y'.repeat(2000)}`,
  '',
]

describe('a link is recognised', () => {
  test.each(recognised)('%s', (link, src) => {
    expect(findEmbed(link)?.src).toBe(src)
  })

  test('with the documented heights', () => {
    expect(findEmbed('https://youtu.be/dQw4w9WgXcQ')).toMatchObject({ medium: 'video', height: 315 })
    expect(findEmbed('https://vimeo.com/1')).toMatchObject({ medium: 'video', height: 315 })
    expect(findEmbed('https://soundcloud.com/a/b')).toMatchObject({ medium: 'audio', height: 166 })
    expect(findEmbed(suno)).toMatchObject({ provider: 'Suno', medium: 'audio', height: 166 })
  })

  test('with autoplay', () => {
    const start = (link: string) => findEmbed(link)?.autoplaySrc
    expect(start('https://youtu.be/dQw4w9WgXcQ')).toBe(`${youtube}?autoplay=1`)
    expect(start('https://vimeo.com/76979871')).toBe(`${vimeo}&autoplay=1`)
    expect(start('https://vimeo.com/76979871#t=9s')).toBe(`${vimeo}&autoplay=1#t=9s`)
    expect(start('https://youtu.be/dQw4w9WgXcQ?t=9')).toBe(`${youtube}?start=9&autoplay=1`)
    expect(start('https://soundcloud.com/forss/flickermood')).toBe(
      `${soundcloud('forss%2Fflickermood')}&auto_play=true`,
    )
    expect(start(suno)).toBe(`${suno.replace('/song/', '/embed/')}?autoplay=true`)
  })
})

describe('no frame is created for', () => {
  test.each(refusedForFrames)('%s', (link) => {
    expect(findEmbed(link)).toBeNull()
  })

  test('for any input, the frame is a known player with clean parts', () => {
    const known =
      /^https:\/\/(www\.youtube-nocookie\.com\/embed\/[\w-]{11}(\?start=\d+)?|player\.vimeo\.com\/video\/\d+\?dnt=1(&h=[\da-f]+)?(#t=\d+s)?|w\.soundcloud\.com\/player\/\?url=https%3A%2F%2Fsoundcloud\.com(%2F[\w-]+){2,3}|suno\.com\/embed\/[\da-f-]{36})$/
    const host = fc.constantFrom(
      'youtube.com',
      'youtu.be',
      'vimeo.com',
      'soundcloud.com',
      'suno.com',
      'evil.example',
    )
    const piece = fc.oneof(
      fc.constantFrom(
        'watch',
        'embed',
        'song',
        'shorts',
        '..',
        '%2e%2e',
        'dQw4w9WgXcQ',
        '76979871',
        '@',
        '"',
        '<',
      ),
      fc.string(),
    )
    const link = fc
      .tuple(fc.constantFrom('https://', 'http://', '//', ''), host, fc.array(piece, { maxLength: 4 }), piece)
      .map(([scheme, name, path, query]) => `${scheme}${name}/${path.join('/')}?v=${query}`)
    let frames = 0
    fc.assert(
      fc.property(link, (text) => {
        const embed = findEmbed(text)
        if (!embed) return
        frames++
        expect(embed.src).toMatch(known)
        expect(embedOrigins).toContain(new URL(embed.src).origin)
        expect(text).not.toContain('evil.example')
      }),
      { numRuns: 2000 },
    )
    expect(frames).toBeGreaterThan(0)
  })
})

describe('a link of a member', () => {
  test('is allowed in an href if it is http or https', () => {
    expect(contentLink(' https://example.org/a?b=c#d ')).toBe('https://example.org/a?b=c#d')
    expect(contentLink('http://example.org:8080')).toBe('http://example.org:8080/')
    expect(contentLink('https://example.org/"><script>')).toBe('https://example.org/%22%3E%3Cscript%3E')
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt://x',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//x.org',
    '/path',
    'x.org',
    'https://',
    'https://user@x.org',
    'https://x.org\n.evil',
    'https:/\\x.org',
    '',
  ])('is refused: %j', (link) => {
    expect(contentLink(link)).toBeNull()
  })

  test('is safe for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((text) => `https://${text}`),
        ),
        (text) => {
          expect(contentLink(text) ?? 'https://').toMatch(/^https?:\/\/[^"<>\s]*$/)
        },
      ),
    )
  })
})

describe('a media file', () => {
  test.each([
    ['https://files.example/rain.mp4', 'video'],
    ['https://files.example/a/Rain.WEBM?token=1#t=10', 'video'],
    ['https://files.example/rain.m4v', 'video'],
    ['https://files.example/song.mp3', 'audio'],
    ['https://files.example/song.m4a', 'audio'],
    ['https://files.example/song.opus', 'audio'],
    ['https://files.example/song.ogg', 'audio'],
    ['https://files.example/song.oga', 'audio'],
    ['https://files.example/song.aac', 'audio'],
    ['https://files.example/Song.FLAC', 'audio'],
    ['https://files.example/song.wav', 'audio'],
  ])('%s is %s', (link, medium) => {
    expect(findMediaFile(link)).toEqual({ medium, src: link })
  })

  test.each([
    'http://files.example/rain.mp4',
    'https://files.example/rain.mp4/',
    'https://files.example/rain.mp4.html',
    'https://files.example/?file=rain.mp4',
    'https://files.example/rain.svg',
    'https://user@files.example/rain.mp4',
    'javascript:rain.mp4',
    'data:video/mp4,rain.mp4',
  ])('is not %s', (link) => {
    expect(findMediaFile(link)).toBeNull()
  })
})
