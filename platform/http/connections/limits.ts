import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressBehind, customerOf, lineOf, type MemberOf, networkPath } from '../client-address.ts'

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
  /** Who sent it: a member, or a visitor. Known once it was asked for. */
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
 * Limits the open connections of the server and of one customer. A customer's further connection closes one of those
 * that are most: the one idle for longest, the slowest of those whose form comes in, or of those whose response waits for
 * its reader, or the newest of those that wait for a response. Of the last three it is one of the member with the most, or
 * of visitors if these have more; before the last two, one that is idle for a second gives way. One beyond the server's
 * limit closes one that is idle for a second, or the oldest of the network with the most connections. Without any, a
 * customer's connection is closed, and one beyond the server's limit answers health checks only.
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

  /** So that who holds many of one sort closes the own ones, however slow the others of another sort are. */
  function closeOfMost(group: Group): boolean {
    const { receiving, sending, waiting } = busyOf(group)
    // Many may read slowly or wait behind one line, and a browser opens an idle connection again.
    const idle = hasLongIdle(group)
      ? Math.max(group.idle.size, sending.count, waiting.count)
      : group.idle.size
    const sorts = [
      { count: idle, close: () => closeIdle(group) },
      ...[receiving, sending, waiting].map((sort) => ({
        count: sort.count,
        close: () => close(firstToClose(sort)),
      })),
    ]
    return sorts.sort((one, other) => other.count - one.count).some((sort) => sort.close())
  }

  /** Of requests whose form comes in, whose response waits for its reader, and that wait for one. */
  function busyOf({ open }: Group) {
    const receiving = newSort()
    const sending = newSort()
    const waiting = newSort()
    for (const socket of open) {
      const state = states.get(socket) as State
      const rateOf = (bytes: number) => (bytes + headStartBytes) / ageOf(socket)
      if (state.receiving) add(receiving, senderOf(state), socket, rateOf(socket.bytesRead - state.read))
      else if (state.responses === 0) continue
      else if (socket.writableLength > 0) {
        const sent = socket.bytesWritten - socket.writableLength - state.written
        add(sending, senderOf(state), socket, rateOf(sent))
      } else add(waiting, senderOf(state), socket, ageOf(socket))
    }
    return { receiving, sending, waiting }
  }

  function senderOf(state: State): string {
    state.sender ??= lineOf(state.request && memberOf(state.request))
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

/** Connections that do the same, by sender. */
interface Sort {
  count: number
  senders: Map<string, Share>
}

/** The connections of a sender, and the one with the lowest rank, which gives way first. */
interface Share {
  count: number
  first: Socket
  rank: number
}

function newSort(): Sort {
  return { count: 0, senders: new Map() }
}

function add(sort: Sort, sender: string, socket: Socket, rank: number): void {
  sort.count++
  const share = sort.senders.get(sender)
  if (!share) return void sort.senders.set(sender, { count: 1, first: socket, rank })
  share.count++
  if (rank < share.rank) Object.assign(share, { first: socket, rank })
}

/** Of the sender with the most. */
function firstToClose({ senders }: Sort): Socket | undefined {
  let most: Share | undefined
  for (const share of senders.values()) if (!most || share.count > most.count) most = share
  return most?.first
}
