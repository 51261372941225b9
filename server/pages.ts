import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Services } from '#app/context.ts'

/** Answers a request with a page, an action's result or a file route. */
export type Pages = (request: Request, nonce: string) => Promise<Response>

/** What the app's entry gives besides what React Router asks for. */
interface Entry {
  createLoadContext(services: Services, request: Request, nonce: string): Promise<RouterContextProvider>
}

export function loadBuild(folder: string): Promise<ServerBuild> {
  return import(pathToFileURL(join(folder, 'server/index.js')).href)
}

/** The pages of the build in `folder`. */
export async function builtPages(folder: string, services: Services): Promise<Pages> {
  const build = await loadBuild(folder)
  return pagesOf(build, createRequestHandler(build, 'production'), services)
}

export function pagesOf(
  build: ServerBuild,
  handle: ReturnType<typeof createRequestHandler>,
  services: Services,
): Pages {
  const entry = build.entry.module as typeof build.entry.module & Entry
  return async (request, nonce) => {
    const context = await entry.createLoadContext(services, request, nonce)
    return inWords(request, await handle(request, context))
  }
}

/** What the router says of an address without a page, such as a file's, is JSON for nobody: a person asks there. */
function inWords(request: Request, response: Response): Response {
  const isOwn = response.status < 400 || request.headers.get('accept') === 'application/json'
  if (isOwn || !response.headers.get('content-type')?.startsWith('application/json')) return response
  const { status } = response
  const headers = new Headers(response.headers)
  headers.delete('Content-Length')
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  if (status === 405) headers.set('Allow', 'GET, HEAD')
  return new Response(`${refusals[status] ?? 'Something went wrong here. Please try again.'}\n`, {
    status,
    headers,
  })
}

const refusals: Record<number, string> = {
  403: 'Access Denied',
  404: 'Not found',
  405: 'This address takes GET, HEAD only.',
}
