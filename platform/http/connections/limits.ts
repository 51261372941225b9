import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressBehind, customerOf, networkPath } from '../client-address.ts'

/** A browser opens six; a school behind one address may have many idle ones. */
const socketsPerCustomer = 512
/** An idle one takes about 15 KB, so these take 75 MB. */
const socketsInAll = 5_000
/** Beyond those, only for health checks. */
const spareSockets = 100

interface SocketLimits {
  inAll?: number
  /** Unlimited behind a proxy, where all connections have its address. */
  perCustomer?: number
}

/** The connections of all, of a network in it, or of one address. */
interface Group {
  open: Set<Socket>
  /** Without a request in progress, the one idle for longest first. */
  idle: Set<Socket>
  /** With a request that has not come to its end. */
  incomplete: Set<Socket>
  members: Map<string, Group>
}

interface State {
  groups: Group[]
  responses: number
  /** Since the last response, or since it was opened. */
  idleSince: number
  /** When the request in progress began, and how many bytes had come by then. */
  begunAt: number
  begunBytes: number
}

/** A connection that was just opened, or a request that was just begun, does not give way yet. */
const judgedAfterMs = 1_000

const spare = new WeakSet<Socket>()

/** Whether a connection is beyond the limit of the server, for health checks only. */
export function isSpare(socket: Socket): boolean {
  return spare.has(socket)
}

/**
 * Limits the open connections of the server and of one customer. A further connection closes the one that is idle for
 * longest, at least a second. Without one, a customer's further connection closes the one whose request comes in
 * slowest, and one beyond the server's limit the oldest of the network with the most connections. Then one that is idle
 * for less long, of the same customer or network, gives way. Without any, a customer's connection is closed, and one
 * beyond the server's limit answers health checks only.
 */
export function limitSockets(
  server: Server,
  { inAll = socketsInAll, perCustomer = socketsPerCustomer }: SocketLimits = {},
): void {
  const all = newGroup()
  const states = new WeakMap<Socket, State>()
  server.maxConnections = inAll + spareSockets

  server.on('connection', (socket: Socket) => {
    const address = addressBehind(socket.remoteAddress ?? 'unknown', undefined, 0)
    const path = networkPath(address)
    const groups = enter(path)
    const own = groups[path.indexOf(customerOf(address)) + 1] ?? all
    if (own.open.size >= perCustomer && !closeLongIdle(own) && !closeSlowest(own) && !closeIdle(own)) {
      leave(path, groups)
      return void socket.destroy()
    }
    if (
      all.open.size >= inAll &&
      !closeLongIdle(all) &&
      !closeOfLargest(groups) &&
      !closeIdle(groups[1] ?? all)
    )
      spare.add(socket)
    states.set(socket, { groups, responses: 0, idleSince: performance.now(), begunAt: 0, begunBytes: 0 })
    for (const { open, idle } of groups) {
      open.add(socket)
      idle.add(socket)
    }
    socket.once('close', () => {
      forget(socket)
      leave(path, groups)
    })
  })
  server.prependListener('request', (request, response) => {
    const { socket } = request
    const state = states.get(socket)
    if (!state) return
    state.responses += 1
    for (const { idle } of state.groups) idle.delete(socket)
    if (!request.complete) receive(request, state)
    response.once('close', () => {
      state.responses -= 1
      if (state.responses > 0) return
      state.idleSince = performance.now()
      for (const { open, idle } of state.groups) if (open.has(socket)) idle.add(socket)
    })
  })

  function receive(request: IncomingMessage, state: State): void {
    const { socket } = request
    Object.assign(state, { begunAt: performance.now(), begunBytes: socket.bytesRead })
    for (const { open, incomplete } of state.groups) if (open.has(socket)) incomplete.add(socket)
    const received = () => {
      for (const { incomplete } of state.groups) incomplete.delete(socket)
    }
    request.once('end', received).once('close', received)
  }

  /** From `all` to the address. */
  function enter(path: readonly string[]): Group[] {
    const groups = [all]
    for (const name of path) {
      const parent = groups.at(-1) as Group
      const group = parent.members.get(name) ?? newGroup()
      parent.members.set(name, group)
      groups.push(group)
    }
    return groups
  }

  function leave(path: readonly string[], groups: readonly Group[]): void {
    path.forEach((name, depth) => {
      const [parent, group] = [groups[depth], groups[depth + 1]]
      if (group?.open.size === 0 && parent?.members.get(name) === group) parent.members.delete(name)
    })
  }

  function closeLongIdle({ idle }: Group): boolean {
    const [longest] = idle
    const since = longest && states.get(longest)?.idleSince
    return since !== undefined && performance.now() - since >= judgedAfterMs && close(longest)
  }

  function closeIdle({ idle }: Group): boolean {
    const [longest] = idle
    return close(longest)
  }

  function closeSlowest({ incomplete }: Group): boolean {
    let slowest: Socket | undefined
    let least = Number.POSITIVE_INFINITY
    for (const socket of incomplete) {
      const { begunAt, begunBytes } = states.get(socket) as State
      const elapsedMs = performance.now() - begunAt
      const rate = (socket.bytesRead - begunBytes) / elapsedMs
      if (elapsedMs < judgedAfterMs || rate >= least) continue
      slowest = socket
      least = rate
    }
    return close(slowest)
  }

  /** False if no network, nor address in the newcomer's own, has more connections than that of the newcomer would. */
  function closeOfLargest(groups: readonly Group[]): boolean {
    for (const [depth, own] of groups.slice(1).entries()) {
      const largest = largestOf(groups[depth] as Group)
      if (largest.open.size <= own.open.size + 1 || largest === own) continue
      let group = largest
      while (group.members.size > 0) group = largestOf(group)
      const [oldest] = group.open
      return close(oldest)
    }
    return false
  }

  function largestOf({ members }: Group): Group {
    return [...members.values()].reduce((one, other) => (other.open.size > one.open.size ? other : one))
  }

  function close(socket: Socket | undefined): boolean {
    if (!socket) return false
    forget(socket)
    socket.destroy()
    return true
  }

  function forget(socket: Socket): void {
    for (const { open, idle, incomplete } of states.get(socket)?.groups ?? []) {
      open.delete(socket)
      idle.delete(socket)
      incomplete.delete(socket)
    }
  }
}

function newGroup(): Group {
  return { open: new Set(), idle: new Set(), incomplete: new Set(), members: new Map() }
}
