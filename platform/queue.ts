/** A client, or the groups that contain it and then the client: ['2001:db8::/32', '2001:db8:1::/48']. */
export type ClientPath = string | readonly string[]

export interface Queue {
  /**
   * Runs `work` in turn. Null if too many tasks wait, in total or for this client. Tasks without a client share one. A
   * task whose `signal` aborts before its turn is dropped, and its promise rejects with the signal's reason.
   * `expectedMs` is for a queue that is fair by time.
   */
  run<T>(
    work: () => Promise<T>,
    client?: ClientPath,
    signal?: AbortSignal,
    expectedMs?: number,
  ): Promise<T> | null
}

interface QueueOptions {
  atOnce: number
  waiting: number
  waitingPerClient?: number
  /**
   * Beyond `waiting` in total, the last task of the group and client with the longest line gives way to a client with a
   * shorter one, and rejects with `Displaced`.
   */
  longestGivesWay?: boolean
  /** The next task is of the one whose tasks took the least time, the next one included as expected. */
  fairByTime?: boolean
  /** Of a task's expected time, as much does not count for its turn: many short ones do not keep back a longer one. */
  shortMs?: number
  /** Milliseconds that a client may take before others who took more. What it took is given back within `refillMs`. */
  creditMs?: number
  refillMs?: number
  /** Beyond `waiting` in total, the task that would be the last gives way to one that would come before it. */
  lastGivesWay?: boolean
  now?: () => number
}

/** Why a waiting task was dropped: another client's task took its place in the queue. */
export class Displaced extends Error {
  override name = 'Displaced'
}

/** By the name, since the built pages contain a copy of this class. */
export function isDisplaced(error: unknown): boolean {
  return error instanceof Error && error.name === 'Displaced'
}

/** Why a request is refused that found no place in a queue. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

interface Task {
  expectedMs: number
  /** How much later its turn is for its length. */
  laterMs: number
  begin(): void
  drop(reason: unknown): void
}

interface Group {
  running: number
  waiting: number
  /** The serial number of its last start, or of its arrival. */
  served: number
  /** Milliseconds that its tasks took, if the queue is fair by time, beginning with the level less the credit. */
  used: number
  /** What its members have used, at least those that are served. Newcomers begin here, less the credit. */
  level: number
  /** Milliseconds of the credit that it took and has not got back, at the time of the last. */
  taken: number
  takenAt: number
  members: Map<string, Group>
  /** Of a client; empty in a group of clients. */
  line: Task[]
}

/**
 * The part of a member's share of the time by which the level grows in any case, so that newcomers do not stay ahead of
 * others. By a whole share, a flood of many clients would never use up its credit.
 */
const levelGrowth = 1 / 4

/** Of so many members at most the time that they took is remembered. */
const mostRemembered = 5_000

/**
 * A queue that is fair between groups and, within a group, between its members: the next task is of the one with the
 * fewest running tasks, then of the one that was served longest ago.
 */
export function openQueue(options: QueueOptions): Queue {
  const {
    atOnce,
    waiting,
    waitingPerClient = waiting,
    shortMs = 0,
    creditMs = 0,
    refillMs = 3_600_000,
    now = () => performance.now(),
  } = options
  const all = newGroup({ served: 0, used: 0 })
  let started = 0

  const laterMs = (expectedMs: number) => Math.max(0, expectedMs - shortMs)

  /** From `all` to the client. Groups that are new come before the one served last, after those that wait. */
  function enter(names: readonly string[]): Group[] {
    const path = [all]
    let group = all
    for (const name of names) {
      const member =
        group.members.get(name) ?? newGroup({ served: started - 0.5, used: group.level - creditMs })
      if (isIdle(member)) member.used = Math.max(member.used, firstTurn(group, member))
      group.members.set(name, member)
      path.push(member)
      group = member
    }
    return path
  }

  function leave(path: readonly Group[], names: readonly string[]): void {
    for (let depth = names.length; depth > 0; depth--) {
      const [parent, group] = [path[depth - 1], path[depth]]
      if (!parent || !group || !isIdle(group)) continue
      if (options.fairByTime) forget(parent)
      else parent.members.delete(names[depth - 1] ?? '')
    }
  }

  /** Forgets the members that would begin like new ones. The others are not to be taken for new ones. */
  function forget(parent: Group): void {
    const isFull = parent.members.size > mostRemembered
    for (const [name, group] of parent.members) {
      if (!isIdle(group)) continue
      const least = parent.level - creditMs
      // Who took more than a share waits for it while others are served.
      if (all.running === 0) group.used = least
      if (isFull || (group.used <= least && takenBy(group) === 0)) parent.members.delete(name)
    }
  }

  /** What a member that was idle has used at least. */
  function firstTurn(parent: Group, member: Group): number {
    return parent.level - creditMs + takenBy(member)
  }

  function takenBy({ taken, takenAt }: Group): number {
    return Math.max(0, taken - ((now() - takenAt) * creditMs) / refillMs)
  }

  function addTime(path: readonly Group[], ms: number): void {
    for (const group of path) {
      group.used += ms
      group.taken = Math.min(creditMs, takenBy(group) + ms)
      group.takenAt = now()
      const busy = [...group.members.values()].filter((member) => !isIdle(member))
      group.level += (levelGrowth * ms) / Math.max(1, busy.length)
    }
  }

  function start(path: readonly Group[]): void {
    started++
    for (const [depth, group] of path.entries()) {
      group.running++
      group.served = started
      group.level = Math.max(group.level, path[depth + 1]?.used ?? 0)
    }
  }

  function finish(path: readonly Group[], names: readonly string[], ms: number): void {
    if (options.fairByTime) addTime(path, ms)
    for (const group of path) group.running--
    const next = nextIn(all)
    if (next) {
      // Synchronous, so that a new task cannot take the slot.
      start(next)
      for (const group of next) group.waiting--
      next.at(-1)?.line.shift()?.begin()
    }
    leave(path, names)
  }

  function wait(
    path: readonly Group[],
    names: readonly string[],
    expectedMs: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const { line } = path.at(-1) ?? all
    for (const group of path) group.waiting++
    return new Promise((resolve, reject) => {
      const onAbort = () => task.drop(signal?.reason)
      const task: Task = {
        expectedMs,
        laterMs: laterMs(expectedMs),
        begin() {
          signal?.removeEventListener('abort', onAbort)
          resolve()
        },
        drop(reason) {
          signal?.removeEventListener('abort', onAbort)
          line.splice(line.indexOf(task), 1)
          for (const group of path) group.waiting--
          leave(path, names)
          reject(reason)
        },
      }
      line.push(task)
      signal?.addEventListener('abort', onAbort)
    })
  }

  async function take<T>(
    work: () => Promise<T>,
    path: readonly Group[],
    names: readonly string[],
    expectedMs: number,
    signal?: AbortSignal,
  ): Promise<T> {
    if (all.running < atOnce) start(path)
    else await wait(path, names, expectedMs, signal)
    const begun = now()
    try {
      return await work()
    } finally {
      finish(path, names, now() - begun)
    }
  }

  /** In the widest group that has one, drops the last task of a line that is at least two longer than the one of `path`. */
  function makeRoom(path: readonly Group[]): boolean {
    for (const [depth, group] of path.entries()) {
      const own = path[depth + 1]
      if (!own) return false
      let longest = longestOf(group)
      if (longest.waiting < own.waiting + 2) continue
      while (longest.members.size > 0) longest = longestOf(longest)
      longest.line.at(-1)?.drop(new Displaced())
      return true
    }
    return false
  }

  /** Drops the task that would be the last, if that comes after a new one of `path`. */
  function dropLast(path: readonly Group[], expectedMs: number): boolean {
    for (const [depth, group] of path.entries()) {
      const own = path[depth + 1]
      if (!own) return false
      const last = lastOf([...group.members.values()].filter((member) => member !== own))
      if (last && last.turn > timeInAll(own) + laterMs(expectedMs)) {
        last.task.drop(new Displaced())
        return true
      }
    }
    return false
  }

  function isFull(path: readonly Group[], expectedMs: number): boolean {
    if ((path.at(-1) ?? all).waiting >= waitingPerClient) return true
    if (all.waiting < waiting) return false
    if (options.longestGivesWay) return !makeRoom(path)
    return !(options.lastGivesWay && dropLast(path, expectedMs))
  }

  return {
    run(work, client = '', signal, expectedMs = 0) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const names = typeof client === 'string' ? [client] : client
      const path = enter(names)
      if (all.running >= atOnce && isFull(path, expectedMs)) {
        leave(path, names)
        return null
      }
      // Entered again: the task that made room may have been the last of a group of this client, which it left.
      return take(work, enter(names), names, expectedMs, signal)
    },
  }
}

function newGroup({ served, used }: Pick<Group, 'served' | 'used'>): Group {
  return {
    running: 0,
    waiting: 0,
    served,
    used,
    level: 0,
    taken: 0,
    takenAt: 0,
    members: new Map(),
    line: [],
  }
}

function linesOf(group: Group): Task[][] {
  return [group.line, ...[...group.members.values()].flatMap(linesOf)]
}

/** Of equal ones the newest. */
function longestOf({ members }: Group): Group {
  return [...members.values()].reduce((one, other) => (other.waiting >= one.waiting ? other : one))
}

function isIdle({ running, waiting }: Group): boolean {
  return running + waiting === 0
}

/** The path to the client whose task is next. */
function nextIn(all: Group): Group[] | undefined {
  if (all.waiting === 0) return undefined
  const path = [all]
  for (let group: Group | undefined = all; group && group.members.size > 0; ) {
    group = nextMember(group)
    if (group) path.push(group)
  }
  return path
}

function nextMember({ members }: Group): Group | undefined {
  let next: Group | undefined
  for (const member of members.values()) {
    if (member.waiting === 0) continue
    if (!next || member.running < next.running) next = member
    else if (member.running === next.running && isBefore(member, next)) next = member
  }
  return next
}

function isBefore(one: Group, other: Group): boolean {
  const [turn, otherTurn] = [
    one.used + (nextTask(one)?.laterMs ?? 0),
    other.used + (nextTask(other)?.laterMs ?? 0),
  ]
  return turn === otherTurn ? one.served < other.served : turn < otherTurn
}

function nextTask(group: Group): Task | undefined {
  const next = nextMember(group)
  return next ? nextTask(next) : group.line[0]
}

/** With the time that all its waiting tasks are expected to take. */
function timeInAll(group: Group): number {
  return linesOf(group)
    .flat()
    .reduce((sum, { expectedMs }) => sum + expectedMs, group.used)
}

/** The task of these groups or clients that would be the last, of equal ones the newest, and its turn. */
function lastOf(groups: readonly Group[]): { task: Task; turn: number } | undefined {
  let last: { task: Task; turn: number } | undefined
  for (const group of groups) {
    if (group.waiting === 0) continue
    const task = group.line.at(-1) ?? lastOf([...group.members.values()])?.task
    if (!task) continue
    const turn = timeInAll(group) - task.expectedMs + task.laterMs
    if (!last || turn >= last.turn) last = { task, turn }
  }
  return last
}

/**
 * Runs the tasks of each client in a separate queue, which others cannot fill. Null if too many of the client wait.
 */
export function queuePerClient(limits: { atOnce: number; waiting: number }) {
  const clients = new Map<string, { queue: Queue; tasks: number }>()
  return <T>(work: () => Promise<T>, client: string, signal?: AbortSignal): Promise<T> | null => {
    const own = clients.get(client) ?? { queue: openQueue(limits), tasks: 0 }
    const task = own.queue.run(work, client, signal)
    if (!task) return null
    clients.set(client, own)
    own.tasks += 1
    return task.finally(() => {
      own.tasks -= 1
      if (own.tasks === 0) clients.delete(client)
    })
  }
}
