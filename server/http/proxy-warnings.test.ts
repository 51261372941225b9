import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { Services } from '#app/context.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { listening } from '#test/listening.ts'
import { requestListener } from './http.ts'
import { staticFiles } from './static-files.ts'

const real = { OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'secret', CONTACT_EMAIL: 'dojo@dojo.example' }
const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function open(env: Record<string, string>) {
  const server = createServer()
  servers.push(server)
  const origin = await listening(server)
  const lines: string[] = []
  const log = createLogger({ level: 'warn', write: (line) => lines.push(line) })
  const maintenance = { current: () => null }
  const services = { config: readConfig({ ...real, ...env }), log, maintenance } as Services
  const pages = async (request: Request) => new Response(clientAddress(request))
  const files = staticFiles('test/bare-build/client')
  server.on('request', requestListener({ services, pages, files, formTargets: () => [] }))
  const warnings = () => lines.filter((line) => line.includes('TRUST_PROXY'))
  return { origin, warnings }
}

test('warns at the start of an https URL without a trusted proxy', async () => {
  expect((await open({ PUBLIC_URL: 'https://dojo.example' })).warnings()).toHaveLength(1)
  expect((await open({ PUBLIC_URL: 'https://dojo.example', TRUST_PROXY: '1' })).warnings()).toEqual([])
  expect((await open({ PUBLIC_URL: 'http://localhost:3000' })).warnings()).toEqual([])
})

test.each(['X-Forwarded-For', 'Forwarded', 'X-Real-IP'])(
  'the first %s that is not trusted is warned of, once, and ignored',
  async (name) => {
    const { origin, warnings } = await open({})
    await fetch(origin)
    expect(warnings()).toEqual([])
    for (let times = 0; times < 3; times++) {
      const answer = await fetch(origin, { headers: { [name]: '198.51.100.7' } })
      expect(await answer.text()).toBe('127.0.0.1')
    }
    expect(warnings()).toHaveLength(1)
    expect(warnings()[0]).toContain(`"header":"${name.toLowerCase()}"`)
    expect(warnings()[0]).not.toContain('198.51.100.7')
  },
)

test('does not warn with a trusted proxy', async () => {
  const { origin, warnings } = await open({ TRUST_PROXY: '1' })
  const answer = await fetch(origin, { headers: { 'X-Forwarded-For': '198.51.100.7' } })
  expect(await answer.text()).toBe('198.51.100.7')
  expect(warnings()).toEqual([])
})
