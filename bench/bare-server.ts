// node:http that answers each request with the same bytes. Receives them from its parent and answers with its port.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [{ headers, body }] = (await once(process, 'message')) as [{ headers: string[]; body: Buffer }]
const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
