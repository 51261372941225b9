import type { Callers } from './callers.ts'
import { patterns } from './routes.ts'
import { expect, test } from './test.ts'

const long = 'x'.repeat(10_000)
const ids = [
  'x',
  '0',
  "'",
  '%27%20or%201=1--',
  '%00',
  '%FF',
  '%E2%80%AE',
  '..%2F..%2Fetc%2Fpasswd',
  '00000000-0000-0000-0000-000000000000',
  '019a0000-0000-7000-8000-000000000000.data',
  long,
]
const names = [
  'page',
  'kind',
  'type',
  'sort',
  'tool',
  'view',
  'shown',
  'mode',
  'ninjas',
  'redirect',
  'failed',
  'sent',
]
const values = ['', '-1', '0', '1e309', '9'.repeat(700), '%00', '%FF', "'", '__proto__', 'x'.repeat(700)]
const queries = [
  ...values.map((value) => names.map((name) => `${name}=${value}`).join('&')),
  ...['9', 'x'].map((letter) => `page=${letter.repeat(10_000)}`),
  ...['page=1&page=2', 'kind=image&kind=video', '&&==&', long, '_routes=root', '_routes=nothing'],
]

test('no id, in whatever method, is answered with a fault', async ({ callers, faults }) => {
  // The router's own word on an address that nobody can read.
  faults.expect(/could not be decoded/)
  const withIds = patterns.filter((pattern) => pattern.includes(':'))
  for (const path of withIds.flatMap((pattern) => ids.map((id) => pattern.replaceAll(/:\w+/g, id)))) {
    await expectNoFault(callers, path, ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
  }
})

test('no method is answered with a fault', async ({ callers }) => {
  // Signing out works, and then there would be no administrator left to ask.
  for (const path of patterns.filter((pattern) => pattern !== '/sign-out')) {
    await expectNoFault(callers, path, ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
  }
})

test('no query is answered with a fault', async ({ callers }) => {
  const plain = patterns.filter((pattern) => !pattern.includes(':'))
  for (const path of plain) {
    for (const query of queries) await expectNoFault(callers, `${path}?${query}`, ['GET'])
  }
})

async function expectNoFault({ admin }: Callers, path: string, methods: string[]): Promise<void> {
  const asked = methods.map(async (method) => {
    const body = method === 'POST' ? { fields: { strange: 'yes' } } : {}
    const answer = await admin.ask({ method, path, ...body })
    expect.soft(answer.status(), `${method} ${path.slice(0, 200)}`).toBeLessThan(500)
  })
  await Promise.all(asked)
}
