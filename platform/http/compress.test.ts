import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressed } from '#platform/http/compress.server.ts'

const long = '<p>dojo</p>'.repeat(500)

function answer(body: string, type: string, encoding = 'gzip, br'): Promise<Response> {
  const request = new Request('http://localhost/', { headers: { 'accept-encoding': encoding } })
  const headers = { 'Content-Type': type, 'Content-Length': String(body.length), 'Set-Cookie': 'a=b' }
  return compressed(request, new Response(body, { status: 404, headers }))
}

test('compresses pages and their data, and keeps the other headers', async () => {
  for (const type of [
    'text/html; charset=utf-8',
    'text/x-script; charset=utf-8',
    'application/xml; charset=utf-8',
  ]) {
    const response = await answer(long, type)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(response.headers.get('vary')).toBe('Accept-Encoding')
    expect(response.headers.getSetCookie()).toEqual(['a=b'])
    expect(response.status).toBe(404)
    expect(gunzipSync(bytes).toString()).toBe(long)
  }
})

test.each(['gzip', 'br, gzip;q=0.001', 'br;q=0,gzip; q=1'])('compresses for %s', async (encoding) => {
  expect((await answer(long, 'text/html', encoding)).headers.get('content-encoding')).toBe('gzip')
})

test('does not compress short pages, other types, or for clients without gzip', async () => {
  for (const response of [
    await answer('<p>', 'text/html'),
    await answer(long, 'image/webp'),
    await answer(long, 'text/html', 'identity'),
    await answer(long, 'text/html', 'gzip;q=0, br'),
    await answer(long, 'text/html', 'br, GZIP; Q=0.000'),
  ]) {
    expect(response.headers.has('content-encoding')).toBe(false)
  }
})
