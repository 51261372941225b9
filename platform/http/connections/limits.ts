import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressBehind, customerOf, type MemberOf, networkPath, senderName } from '../client-address.ts'

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
  memberOf?: MemberOf
}

/** The connections of all, of a network in it, or of one address. */
interface Group {
  open: Set<Socket>
  /** Without a request in progress, the one idle for longest first. */
  idle: Set<Socket>
  members: Map<string, Group>
}

interface State {
  groups: Group[]
  responses: number
  /** The one that began last, until its response is over. */
  request: IncomingMessage | undefined
  /** Who sent it: a member, or a visitor. Looked up once it matters. */
  sender: string | undefined
  /** The request whose body has not come to its end. */
  receiving: IncomingMessage | undefined
  /** Of the request in progress, or of the time without one. */
  since: number
  /** How many bytes had come, and gone, by then. */
  read: number
  written: number
}

/** A connection is idle for long: it was not just opened, to send its first request. */
const longIdleMs = 1_000
/** Added to what has come or gone, so that what was just begun is not the slowest. */
const headStartBytes = 1_024

const spare = new WeakSet<Socket>()

/** Whether a connection is beyond the limit of the server, for health checks only. */
export function isSpare(socket: Socket): boolean {
  return spare.has(socket)
}

/**
 * Limits the open connections of the server and of one customer. A customer's further connection closes one of the member
 * with the most, or of the visitors if these have more, and of the sort of which they have most: the one idle for longest,
 * the slowest of those whose form comes in, or of those whose response waits for its reader, or the newest of those that
 * wait for a response. Before the last two, any that is idle for a second gives way. One beyond the server's limit closes
 * one that is idle for a second, or the oldest of the network with the most connections. Without any, a customer's
 * connection is closed, and one beyond the server's limit answers health checks only.
 */
export function limitSockets(
  server: Server,
  { inAll = socketsInAll, perCustomer = socketsPerCustomer, memberOf = () => undefined }: SocketLimits = {},
): void {
  const all = newGroup()
  const states = new WeakMap<Socket, State>()
  server.maxConnections = inAll + spareSockets

  server.on('connection', (socket: Socket) => {
    const address = addressBehind(socket.remoteAddress ?? 'unknown', undefined, 0)
    const path = networkPath(address)
    const groups = enter(path)
    const own = groups[path.indexOf(customerOf(address)) + 1] ?? all
    if (own.open.size >= perCustomer && !closeOfMost(own)) {
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
    const request = { request: undefined, sender: undefined, receiving: undefined }
    states.set(socket, { groups, responses: 0, ...request, ...countsOf(socket) })
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
    Object.assign(state, { request, sender: undefined }, countsOf(socket))
    for (const { idle } of state.groups) idle.delete(socket)
    if (Number(request.headers['content-length'] ?? 0) > 0) receive(request, state)
    response.once('close', () => {
      state.responses -= 1
      if (state.responses > 0) return
      state.since = performance.now()
      senderOf(state)
      state.request = undefined
      for (const { open, idle } of state.groups) if (open.has(socket)) idle.add(socket)
    })
  })

  function receive(request: IncomingMessage, state: State): void {
    // The next request may have begun before the end of this one is told.
    const received = () => {
      if (state.receiving === request) state.receiving = undefined
    }
    state.receiving = request
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

  function closeLongIdle(group: Group): boolean {
    return hasLongIdle(group) && closeIdle(group)
  }

  function hasLongIdle({ idle }: Group): boolean {
    const [longest] = idle
    return longest !== undefined && ageOf(longest) >= longIdleMs
  }

  function closeIdle({ idle }: Group): boolean {
    const [longest] = idle
    return close(longest)
  }

  /** So that who holds many connections closes the own ones, and of these the sort that is most. */
  function closeOfMost(group: Group): boolean {
    const { idle, receiving, sending, waiting } = largestSender(group)
    // Many may read slowly or wait behind one line, and a browser opens an idle connection again.
    const before = hasLongIdle(group) ? Math.max(sending.count, waiting.count) : 0
    const sorts = [
      { count: idle.count, close: () => close(idle.first) },
      { count: before, close: () => closeIdle(group) },
      ...[receiving, sending, waiting].map(({ count, first }) => ({ count, close: () => close(first) })),
    ]
    return sorts.sort((one, other) => other.count - one.count).some((sort) => sort.close())
  }

  function largestSender({ open }: Group): Sender {
    const senders = new Map<string, Sender>()
    let largest = newSender()
    for (const socket of open) {
      const state = states.get(socket) as State
      const name = senderOf(state)
      const sender = senders.get(name) ?? newSender()
      senders.set(name, sender)
      sender.count++
      rank(sender, socket, state)
      if (sender.count > largest.count) largest = sender
    }
    return largest
  }

  function rank(sender: Sender, socket: Socket, state: State): void {
    const age = ageOf(socket)
    const rateOf = (bytes: number) => (bytes + headStartBytes) / age
    if (state.receiving) add(sender.receiving, socket, rateOf(socket.bytesRead - state.read))
    else if (state.responses === 0) add(sender.idle, socket, -age)
    else if (socket.writableLength > 0)
      add(sender.sending, socket, rateOf(socket.bytesWritten - socket.writableLength - state.written))
    else add(sender.waiting, socket, age)
  }

  function senderOf(state: State): string {
    state.sender ??= senderName(state.request && memberOf(state.request))
    return state.sender
  }

  function ageOf(socket: Socket): number {
    return performance.now() - (states.get(socket) as State).since
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
    for (const { open, idle } of states.get(socket)?.groups ?? []) {
      open.delete(socket)
      idle.delete(socket)
    }
  }
}

function newGroup(): Group {
  return { open: new Set(), idle: new Set(), members: new Map() }
}

function countsOf(socket: Socket) {
  return { since: performance.now(), read: socket.bytesRead, written: socket.bytesWritten }
}

/** The connections of a member, or of all visitors, by what they do. */
interface Sender {
  count: number
  idle: Sort
  receiving: Sort
  sending: Sort
  waiting: Sort
}

/** The first is the one with the lowest rank, which gives way. */
interface Sort {
  count: number
  first: Socket | undefined
  rank: number
}

function newSender(): Sender {
  return { count: 0, idle: newSort(), receiving: newSort(), sending: newSort(), waiting: newSort() }
}

function newSort(): Sort {
  return { count: 0, first: undefined, rank: Number.POSITIVE_INFINITY }
}

function add(sort: Sort, socket: Socket, rank: number): void {
  sort.count++
  if (rank >= sort.rank) return
  sort.first = socket
  sort.rank = rank
}
