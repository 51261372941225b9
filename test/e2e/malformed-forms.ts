import fc from 'fast-check'
import { formNames } from '#test/form-names.ts'

/** A body that no browser sends, and its Content-Type. */
export interface MalformedForm {
  type: string
  body: Buffer
}

const names = [...formNames, '', ' ', '\u0000']
const texts = [
  ...['', ' ', 'on', 'keep', 'image', '1', '-1', '1e309', 'NaN', 'null', '[object Object]', '\u0000', '\r\n'],
  ...[
    '\u202eevil',
    '\ufeff',
    '\u200b',
    '\ud800',
    "'; drop table users --",
    '%00',
    '../../etc/passwd',
    '//evil.example',
  ],
  ...[
    'javascript:alert(1)',
    'https://evil.example',
    '019a0000-0000-7000-8000-000000000000:1:pending',
    '019a0000-0000-7000-8000-000000000000',
    'x'.repeat(20_000),
    ','.repeat(60_000),
    'e\u0301'.repeat(20_000),
    '\ufdfa'.repeat(20_000),
    '2026-02-30T25:61',
    '+275760-09-13T00:00',
    'Elite Ninja',
    'active',
    'Europe/Nowhere',
  ],
]
const types = [
  'image/png',
  'image/jpeg',
  'image/svg+xml',
  'text/html',
  'application/x-msdownload',
  '',
  '\u0001',
]
const magicBytes = [
  '\x89PNG\r\n\x1a\n',
  '\xff\xd8\xff',
  'RIFF\0\0\0\0WEBP',
  'GIF89a',
  '<svg',
  '\xff\xd8\xff\xe0<script>',
]

const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary', maxLength: 200 }))
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names) },
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const bytes = fc
  .tuple(fc.constantFrom('', ...magicBytes), fc.uint8Array({ maxLength: 300 }))
  .map(([mark, rest]) => Buffer.concat([Buffer.from(mark, 'latin1'), rest]))

const part = fc.record({
  name,
  filename: fc.option(fc.oneof(fc.constantFrom('a.png', '', '"; name="title', '../x\0.png'), text)),
  type: fc.option(fc.constantFrom(...types)),
  content: fc.oneof(text.map(Buffer.from), bytes),
})

const boundary = fc.constantFrom('x', '----WebKitFormBoundaryABC', "'()+_,-./:=?", 'x'.repeat(70), '')

const multipart = fc
  .record({
    parts: fc.array(part, { maxLength: 12 }),
    boundary,
    sentBoundary: fc.option(fc.oneof(boundary, fc.constant('"x'), fc.constant('x; boundary=y')), { freq: 4 }),
    end: fc.constantFrom('--\r\n', '', '\r\n', '--\r\nmore after the end'),
    keptShare: fc.oneof({ weight: 3, arbitrary: fc.constant(1) }, fc.double({ min: 0, max: 1, noNaN: true })),
  })
  .map(({ parts, boundary, sentBoundary, end, keptShare }): MalformedForm => {
    const whole = Buffer.concat([
      ...parts.map((one) => encodePart(one, boundary)),
      Buffer.from(`--${boundary}${end}`),
    ])
    const body = whole.subarray(0, Math.ceil(whole.length * keptShare))
    return { type: `multipart/form-data; boundary=${sentBoundary ?? boundary}`, body }
  })

const urlEncoded = fc.array(fc.tuple(name, text), { maxLength: 12 }).map((pairs): MalformedForm => {
  const body = pairs.map((pair) => pair.map((side) => encodeURIComponent(side.toWellFormed())).join('='))
  return { type: 'application/x-www-form-urlencoded', body: Buffer.from(body.join('&')) }
})

const notAForm = fc.record({
  type: fc.constantFrom(
    ...[
      '',
      'text/plain',
      'application/json',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed',
    ],
    ...[
      'application/x-www-form-urlencoded; charset=utf-16',
      'application/x-www-form-urlencoded',
      'image/png',
      ';;;',
    ],
  ),
  body: fc.oneof(
    bytes,
    fc
      .constantFrom('%%%', '=&=&=', '%ED%A0%80=%ff', '{"title":1}', '--x--', '&'.repeat(5000))
      .map(Buffer.from),
  ),
})

const manyFields = fc
  .record({ name, count: fc.constantFrom(99, 101, 3000), plain: fc.boolean() })
  .map(({ name, count, plain }): MalformedForm => {
    const encoded = `${encodeURIComponent(name.toWellFormed())}=1`
    if (plain) {
      return {
        type: 'application/x-www-form-urlencoded',
        body: Buffer.from(Array(count).fill(encoded).join('&')),
      }
    }
    const one = encodePart({ name, filename: null, type: null, content: Buffer.from('1') }, 'x')
    return {
      type: 'multipart/form-data; boundary=x',
      body: Buffer.concat([...Array(count).fill(one), Buffer.from('--x--')]),
    }
  })

/** Fields that each form accepts, by the end of its path. */
const accepted: [RegExp, Record<string, string>][] = [
  [
    /\/submit$|\/submissions\/[^/]+\/edit$/,
    { title: 'A title', description: 'Text', aiTools: 'Suno, Udio', termsAccepted: 'on', imageId: '' },
  ],
  [/^\/profile\/edit$/, { displayName: 'Paper Otter', bio: 'Folds', avatar: '1', imageId: '' }],
  [
    /^\/admin\/challenges\/(new|[^/]+\/edit)$/,
    {
      title: 'A challenge',
      description: 'Text',
      kind: 'image',
      voters: 'everyone',
      type: 'weekly',
      status: 'draft',
      startDate: '',
      deadline: '2030-06-08T12:00',
      timeZone: 'UTC',
      version: '1',
    },
  ],
  [
    /^\/admin\/series\/(new|[^/]+\/edit)$/,
    {
      name: 'A series',
      repeats: '1',
      weekday1: 'on',
      monthDay: '1',
      firstOn: '2027-03-01',
      startsAt: '09:00',
      timeZone: 'Europe/Berlin',
      entryDays: '6',
      entryHours: '0',
      votingDays: '2',
      aheadDays: '7',
      mode: 'draft',
      kind: 'image',
      type: 'weekly',
      voters: 'everyone',
      version: '0',
    },
  ],
  [/\/prompts\/[^/]+$/, { title: 'A prompt', brief: 'Text', key: '' }],
  [/\/prompts\/.*\/move$/, { place: '2' }],
  [/\/move$/, { day: '2040-03-01', timeZone: 'Europe/Berlin', version: '0' }],
  [/\/points$/, { change: '5', reason: '', seen: '' }],
  [/\/rank$/, { rank: 'Elite Ninja', seen: '' }],
  [
    /^\/admin\/submissions\/(approve|reject|undo)$/,
    { chosen: '019a0000-0000-7000-8000-000000000000:1:pending', judgement: 'approved' },
  ],
  [/\/comments$|\/comments\/[^/]+\/edit$/, { text: 'A comment' }],
  [/^\/report\//, { reason: 'other', note: 'Text' }],
  [/^\/theme$/, { theme: 'dark' }],
  [/^\/cookies\/consent$/, { consent: 'accepted' }],
  [/./, { version: '1', reason: 'No', days: '3', judgement: 'approved', confirmed: 'yes' }],
]

/** Fields that the form at a path accepts, of which some have another value. */
function nearlyAccepted(path: string): fc.Arbitrary<MalformedForm> {
  const fields = Object.entries({ ...accepted.find(([form]) => form.test(path))?.[1], returnTo: '/' })
  const values = fields.map(([, value]) =>
    fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: text }),
  )
  return fc.tuple(...values).map((chosen) => ({
    type: 'application/x-www-form-urlencoded',
    body: Buffer.from(
      new URLSearchParams(
        fields.map(([name], index): [string, string] => [name, (chosen[index] ?? '').toWellFormed()]),
      ).toString(),
    ),
  }))
}

/** Forms with arbitrary fields, files, boundaries and lengths, complete or truncated, and bodies that are not forms. */
export function malformedForm(path: string): fc.Arbitrary<MalformedForm> {
  return fc.oneof(
    { weight: 4, arbitrary: nearlyAccepted(path) },
    { weight: 6, arbitrary: multipart },
    { weight: 3, arbitrary: urlEncoded },
    { weight: 2, arbitrary: notAForm },
    { weight: 1, arbitrary: manyFields },
  )
}

interface Part {
  name: string
  filename: string | null
  type: string | null
  content: Buffer
}

function encodePart({ name, filename, type, content }: Part, boundary: string): Buffer {
  const file = filename === null ? '' : `; filename="${filename}"`
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n`
  const kind = type === null ? '' : `content-type: ${type}\r\n`
  return Buffer.concat([Buffer.from(`${head}${kind}\r\n`), content, Buffer.from('\r\n')])
}
