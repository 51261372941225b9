import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { servicesContext, viewerContext } from '#app/context.ts'
import { openImageQueue } from '#domain/media/press.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { readConfig } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { createIdentityClient } from '#platform/identity/client.server.ts'
import { createLogger } from '#platform/log/log.server.ts'

export const origin = 'http://localhost:3000'

/** What loaders and actions of one request find, for a viewer, on a database. */
export async function requestContext(db: Database, viewer: Viewer): Promise<RouterContextProvider> {
  const config = readConfig({ DATA_DIR: join(tmpdir(), 'dojo-test-files') })
  const context = new RouterContextProvider()
  const redirectUri = `${origin}/auth/callback`
  context.set(viewerContext, viewer)
  context.set(servicesContext, {
    db,
    config,
    files: await openFileStore(config),
    imageQueue: openImageQueue(),
    log: createLogger({ level: 'silent' }),
    identity: createIdentityClient({ issuer: origin, clientId: 'test', redirectUri }),
    demoAccounts: [],
  })
  return context
}

/** A form as a browser sends it. */
export function formRequest(path: string, fields: Record<string, string | File>): Request {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return new Request(origin + path, { method: 'POST', body })
}
