import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Admin } from '#domain/members/rules.ts'
import { createWebhook } from '#domain/webhooks/commands.server.ts'
import { WEBHOOK_KINDS, type WebhookForm, type WebhookKind } from '#domain/webhooks/rules.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { accepted } from './builders.ts'

export const aWebhook: WebhookForm = {
  name: 'Club site',
  url: 'https://club.example/hooks',
  format: 'standard',
  kinds: Object.keys(WEBHOOK_KINDS) as WebhookKind[],
  enabled: true,
}

/** Creates a webhook and returns its id. */
export async function makeWebhook(db: Db, admin: Admin, form: Partial<WebhookForm> = {}): Promise<string> {
  return accepted(await createWebhook(db, admin, newId(), { ...aWebhook, ...form })).id
}

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

/** A server on this machine that keeps what is posted to it, and answers 204 unless `answer` does. */
export async function openReceiver(answer: RequestListener = (_, response) => response.writeHead(204).end()) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) })
    answer(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
