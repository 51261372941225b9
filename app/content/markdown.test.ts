import { describe, expect, it } from 'vitest'
import { parseDocument } from './document.ts'
import { fillSections } from './fill-sections.server.tsx'
import { parseWritten } from './markdown.ts'

it('a document has front matter and sections with the title and the id of their heading', () => {
  const text = '---\ntitle: "Terms: all"\n---\n\n## One of two {#one}\n\nText\n\n## Two {#two-b}\n\n### Sub\n'
  expect(parseDocument(text)).toEqual({
    frontMatter: { title: 'Terms: all' },
    sections: [
      { id: 'one', title: 'One of two', body: ['<p>Text</p>'] },
      { id: 'two-b', title: 'Two', body: ['<h3>Sub</h3>'] },
    ],
    text: '## One of two {#one}\n\nText\n\n## Two {#two-b}\n\n### Sub',
  })
})

it.each([
  'Text',
  '---\na: [\n---\n',
  '---\na: 1\n---\nText before a heading',
  '---\na: 1\n---\n## Without an id\n\nText',
  '---\na: 1\n---\n## A {#a}\n\n<script>x</script>\n',
  '---\na: 1\n---\n## A {#a}\n\nText <b>x</b>\n',
  '---\na: 1\n---\n## A {#a}\n\n- **Text.\n',
])('%j is refused', (text) => expect(() => parseDocument(text)).toThrow())

describe('rendered Markdown', () => {
  it('open links to other sites in a new tab and announce it', () => {
    const html = htmlOf('[in](/tools#a) [on](#here) [out](https://kdp.amazon.com)')
    expect(html).toContain('<a href="/tools#a">in</a> <a href="#here">on</a>')
    expect(html).toMatch(/<a href="https:\/\/kdp\.amazon\.com" target="_blank" rel="noopener">out<svg/)
    expect(html.match(/\(opens in a new tab\)/g)).toHaveLength(1)
  })

  it('show checklists without form controls', () => {
    const html = htmlOf('- [x] Read aloud\n- [x] Seen in the preview')
    expect(html).toMatch(/<li><svg.*?<\/svg> ?Read aloud<\/li>/)
    expect(html).not.toContain('<input')
  })
})

describe('filling in', () => {
  const sections = sectionsOf(
    '## A {#a}\n\nBy [{{name}}]({{url}}).\n\n<static-part />\n\nAfter\n\n<live-part />\n',
  )

  it('escapes values and leaves other components to the page', () => {
    const values = { name: '<b>&*"', url: "mailto:o'brien@a.example?subject=x&y" }
    const [filled] = fillSections(sections, { values, components: { 'static-part': '<hr>' } })
    expect(filled?.body).toEqual([
      expect.stringContaining(
        '<a href="mailto:o&#x27;brien@a.example?subject=x&amp;y">&lt;b&gt;&amp;*&quot;</a>',
      ),
      { component: 'live-part' },
    ])
    expect(filled?.body[0]).toMatch(/<\/p>\s*<hr>\s*<p>After<\/p>$/)
  })

  it('refuses a value that is missing', () => {
    expect(() => fillSections(sections, { values: { name: 'a' } })).toThrow('No value for {{url}}')
  })
})

describe('a text that an administrator wrote (ADM-126)', () => {
  it.each([
    ['<script>alert(1)</script>', '&#60;script&#62;alert(1)&#60;/script&#62;'],
    ['a <b onclick="x">b</b>', 'a &#60;b onclick=&#34;x&#34;&#62;b&#60;/b&#62;'],
    ['<img src=x onerror=alert(1)>', '&#60;img src=x onerror=alert(1)&#62;'],
    ['[a](javascript:alert(1))', '<p>a</p>'],
    ['[a](JAVASCRIPT&colon;alert(1))', '<p>a</p>'],
    ['[a](data:text/html,x)', '<p>a</p>'],
    ['[a](//evil.example)', '<p>a</p>'],
    ['[a](/\\\\evil.example)', '<p>a</p>'],
    ['![a "b](https://evil.example/x.png)', '<p>a &#34;b</p>'],
    ['<unknown-part />', '&#60;unknown-part /&#62;'],
    ['# Big', '<h3>Big</h3>'],
    ['[a](/terms#b "t")', '<a href="/terms#b">a</a>'],
    ['[a](#b)', '<a href="#b">a</a>'],
    ['[a](mailto:a@b.example)', '<a href="mailto:a@b.example">a</a>'],
    ['[a](https://b.example/?c="d)', '<a href="https://b.example/?c=&quot;d" target="_blank"'],
    ['[a]({{contactUrl}})', '<a href="mailto:a@b.example">a</a>'],
    ['{{nothing}} {{constructor}}', '{{nothing}} {{constructor}}'],
  ])('shows %s as %s', (markdown, html) => {
    const { sections } = parseWritten(`## A\n\n${markdown}`, [])
    const [section] = fillSections(sections, {
      values: { contactUrl: 'mailto:a@b.example' },
      keepsUnknown: true,
    })
    expect(section?.body.join('')).toContain(html)
    expect(section?.body.join('')).not.toMatch(/<(script|img|b)\b|href="(j|d|\/\/)/i)
  })

  it('has what stands before the first section apart, an anchor for each heading, and named components', () => {
    const text = '- One\n\n## Data & you\n\nA\n\n<cookie-list />\n\n## Data you {#own}\n## 2\n## Own {#own}'
    const { opening, sections } = parseWritten(text, ['cookie-list'])
    expect(opening?.join('')).toContain('<li>One</li>')
    expect(sections.map(({ id, title }) => [id, title])).toEqual([
      ['data-you', 'Data & you'],
      ['own', 'Data you'],
      ['section-3', '2'],
      ['section-4', 'Own'],
    ])
    expect(sections[0]?.body).toEqual(['<p>A</p>', { component: 'cookie-list' }, ''])
    expect(parseWritten('## A', []).opening).toBeNull()
  })
})

function htmlOf(markdown: string): string {
  const [section] = fillSections(sectionsOf(`## A {#a}\n\n${markdown}\n`), {})
  return String(section?.body[0])
}

function sectionsOf(markdown: string) {
  return parseDocument(`---\ntitle: A\n---\n${markdown}`).sections
}
