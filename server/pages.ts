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

/** The pages of the build in `folder`. */
export async function builtPages(folder: string, services: Services): Promise<Pages> {
  const build: ServerBuild = await import(pathToFileURL(join(folder, 'server/index.js')).href)
  return pagesOf(build, createRequestHandler(build, 'production'), services)
}

export function pagesOf(
  build: ServerBuild,
  handle: ReturnType<typeof createRequestHandler>,
  services: Services,
): Pages {
  const entry = build.entry.module as typeof build.entry.module & Entry
  return async (request, nonce) => handle(request, await entry.createLoadContext(services, request, nonce))
}
