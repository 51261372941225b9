// node:http that answers every request with the bytes of one file. Its arguments: a file with the headers, a file with
// the body. Sends its parent the port.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [headersFile = '', bodyFile = ''] = process.argv.slice(2)
const headers = JSON.parse(readFileSync(headersFile, 'utf8')) as string[]
const body = readFileSync(bodyFile)

const server = createServer((_, response) => {
  response.writeHead(200, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
