import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { type Services, servicesContext, viewerContext } from '#app/context.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { watchPages } from '#domain/pages/queries.server.ts'
import { watchSettings } from '#domain/settings/queries.server.ts'
import { readConfig } from '#platform/config/config.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { createIdentityClient } from '#platform/identity/client.server.ts'
import { openRenderedImages } from '#platform/images/rendered-images.server.ts'
import { createLogger } from '#platform/log/log.server.ts'
import { imageProcess, imageProcessor } from '#test/image-processes.ts'

export const origin = 'http://localhost:3000'

/** The router context of a request by `viewer`. `env` overrides the configuration. */
export async function requestContext(
  db: Database,
  viewer: Viewer,
  env: NodeJS.ProcessEnv = {},
): Promise<RouterContextProvider> {
  const context = new RouterContextProvider()
  context.set(viewerContext, viewer)
  const services = await servicesFor(env)
  const settings = watchSettings(db, services.config.site)
  context.set(servicesContext, { db, ...services, settings, pages: watchPages(db) })
  return context
}

const opened = new Map<string, Promise<Omit<Services, 'db' | 'settings' | 'pages'>>>()

// Opened once per configuration: opening services is slow.
function servicesFor(env: NodeJS.ProcessEnv): Promise<Omit<Services, 'db' | 'settings' | 'pages'>> {
  const key = JSON.stringify(env)
  const services = opened.get(key) ?? openServices(env)
  opened.set(key, services)
  return services
}

async function openServices(env: NodeJS.ProcessEnv): Promise<Omit<Services, 'db' | 'settings' | 'pages'>> {
  const config = readConfig({ DATA_DIR: join(tmpdir(), 'dojo-test-files'), ...env })
  return {
    config,
    files: await openFileStore(config),
    renderedImages: openRenderedImages({ imageProcess }),
    imageProcessor,
    log: createLogger({ level: 'silent' }),
    identity: createIdentityClient({
      issuer: origin,
      clientId: 'test',
      redirectUri: `${origin}/auth/callback`,
    }),
    demoAccounts: [],
    release: { version: '0.0.0', commit: 'abc1234' },
    maintenance: { current: () => null },
    mailer: null,
  }
}

/** A multipart POST request. */
export function formRequest(path: string, fields: Record<string, string | File>): Request {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return new Request(origin + path, { method: 'POST', body })
}
