// A build with nothing in it but what the server's own tests need, in the form of React Router's server build.
import { setTimeout as sleep } from 'node:timers/promises'
import { createContext, RouterContextProvider } from 'react-router'

const servicesContext = createContext()

async function loader({ request, context }) {
  const { pathname } = new URL(request.url)
  // Tests wait for this line, so that they act while the request is open.
  if (pathname !== '/') process.stdout.write(`begun ${pathname}\n`)
  if (pathname === '/slow') await sleep(700)
  if (pathname === '/slower') await sleep(5_000)
  if (pathname === '/broken') throw new Error('broken on purpose')
  if (pathname === '/busy') for (;;);
  if (pathname === '/exception') setTimeout(() => fail(), 10)
  if (pathname === '/rejection') void Promise.reject(new Error('rejected on purpose'))
  if (pathname === '/transaction') await transaction(context, 300)
  if (pathname === '/long-transaction') await transaction(context, 3_000)
  return Response.json(
    { url: request.url, pid: process.pid, address: request.headers.get('x-client-address') },
    { headers: greeting(context) },
  )
}

function fail() {
  throw new Error('thrown on purpose', { cause: new Error('its cause') })
}

/** Holds a connection of the pool for a while, between two statements. */
function transaction(context, ms) {
  return context.get(servicesContext).db.transaction(async (tx) => {
    await tx.rows({ text: 'select 1', values: [] })
    process.stdout.write('between two statements\n')
    await sleep(ms)
    await tx.rows({ text: 'select 2', values: [] })
  })
}

async function action({ context }) {
  const { db } = context.get(servicesContext)
  await db.rows({
    text: `insert into settings (key, value) values (gen_random_uuid()::text, '1')`,
    values: [],
  })
  return new Response('kept', { headers: greeting(context) })
}

function greeting(context) {
  return context.get(servicesContext) ? { 'x-services': 'given' } : {}
}

export const entry = {
  module: {
    default: () => new Response('no document here', { status: 500 }),
    handleError() {},
    async createLoadContext(services) {
      const context = new RouterContextProvider()
      context.set(servicesContext, services)
      return context
    },
    bodyLimit: () => ({ maxBytes: 64 * 1024 }),
    memberIdOf: () => undefined,
    hadOutage: () => false,
  },
}
export const routes = { everything: { id: 'everything', path: '*', module: { loader, action } } }
export const assets = { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' }
export const publicPath = '/'
export const assetsBuildDirectory = 'build/client'
export const future = {}
export const ssr = true
export const isSpaMode = false
export const prerender = []
export const routeDiscovery = { mode: 'initial', manifestPath: '/__manifest' }
