import { describe, expect, it } from 'vitest'
import { linkedText } from './links.server.ts'

const linksOf = (text: string) =>
  linkedText(text).flatMap((part) => (typeof part === 'string' ? [] : [part.text]))

describe('the links of a text', () => {
  it.each([
    ['https://en.wikipedia.org/wiki/Blur_(band)', ['https://en.wikipedia.org/wiki/Blur_(band)']],
    ['(see https://en.wikipedia.org/wiki/Blur_(band)).', ['https://en.wikipedia.org/wiki/Blur_(band)']],
    ['(https://a.example/b)', ['https://a.example/b']],
    ['[https://a.example/b[1]]', ['https://a.example/b[1]']],
    ['见https://example.com/abc。谢谢', ['https://example.com/abc']],
    ['见https://example.com。谢谢', ['https://example.com']],
    [
      '「https://example.com/あ」、（https://example.com/い）！',
      ['https://example.com/あ', 'https://example.com/い'],
    ],
    ['https://ja.wikipedia.org/wiki/ラーメン', ['https://ja.wikipedia.org/wiki/ラーメン']],
    [
      'https://en.wikipedia.org/wiki/Michelson–Morley_experiment',
      ['https://en.wikipedia.org/wiki/Michelson–Morley_experiment'],
    ],
    ['انظر https://example.com/أ، شكرا', ['https://example.com/أ']],
    ['https://a.example/x?y=1. Or (http://b.example)!', ['https://a.example/x?y=1', 'http://b.example']],
    [
      '"https://a.example/x", \'https://b.example/y\'; <https://c.example/z>',
      ['https://a.example/x', 'https://b.example/y', 'https://c.example/z'],
    ],
    [
      'https://a.example/x... https://a.example/y?! https://a.example/#z:',
      ['https://a.example/x', 'https://a.example/y', 'https://a.example/#z'],
    ],
    [
      'https://a.example/x～ https://b.example♪ `https://c.example/y`',
      ['https://a.example/x', 'https://b.example', 'https://c.example/y'],
    ],
    [
      'https://a.example/x→ https://a.example/x❤️! https://a.example/x👩‍🎨',
      Array(3).fill('https://a.example/x'),
    ],
    ['HTTPS://A.example/X', ['HTTPS://A.example/X']],
    ['https://medium.com/@ana/post', ['https://medium.com/@ana/post']],
    ['http://localhost:3000/x http://192.0.2.1/y', ['http://localhost:3000/x', 'http://192.0.2.1/y']],
    ['https://münchen.example/straße', ['https://münchen.example/straße']],
    ['https://пример.рф/путь', ['https://пример.рф/путь']],
  ])('in %s', (text, links) => {
    expect(linksOf(text)).toEqual(links)
    expect(
      linkedText(text)
        .map((part) => (typeof part === 'string' ? part : part.text))
        .join(''),
    ).toBe(text)
  })

  it.each([
    'https://user:secret@example.com/x',
    'https://user@example.com/x',
    'https://example.com@evil.example',
    'https://example.com:80@evil.example/x',
    `https://${'x'.repeat(60)}:${'y'.repeat(60)}@evil.example/x`,
    'e.g.foo report.pdf www.example.com example.com ana@example.com mailto:ana@example.com',
    'javascript:alert(1) ftp://example.com file:///etc //example.com data:text/html,x',
    'https:// https://. https://? http://-',
    'xhttps://example.com a@https://example.com',
    'https://аpple.example/login',
  ])('not in %s', (text) => {
    expect(linkedText(text)).toEqual([text])
  })

  it('lead to the address in ASCII, so that it can be told from its look-alikes', () => {
    expect(linkedText('https://münchen.example')).toEqual([
      { text: 'https://münchen.example', href: 'https://xn--mnchen-3ya.example/' },
    ])
  })

  it('are the first ones, up to a limit', () => {
    const text = 'http://a.bc '.repeat(83)
    expect(linkedText(text, 5).filter((part) => typeof part !== 'string')).toHaveLength(5)
  })

  it.each([
    `http://a/${')'.repeat(6_000)}`,
    `http://a/${'('.repeat(6_000)}`,
    'http://'.repeat(900),
    `http://a${'.a'.repeat(3_000)}`,
    `http://${'a:'.repeat(3_000)}`,
    `http://a.bc/${'♪'.repeat(1_900)}x`,
  ])(
    'are found in linear time: %#',
    (text) => {
      expect(
        linkedText(text)
          .map((part) => (typeof part === 'string' ? part : part.text))
          .join(''),
      ).toBe(text)
    },
    2_000,
  )
})
