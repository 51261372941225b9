/** A client, or the groups that contain it and then the client: ['2001:db8::/32', '2001:db8:1::/48']. */
export type ClientPath = string | readonly string[]

export interface Queue {
  /**
   * Runs `work` in turn. Null if too many tasks wait, in total, for this client or for one of its groups. Tasks without
   * a client share one.
   */
  run<T>(work: () => Promise<T>, client?: ClientPath): Promise<T> | null
}

interface QueueOptions {
  atOnce: number
  waiting: number
  /** Each wider group of a client may have twice as many. */
  waitingPerClient?: number
}

interface Group {
  running: number
  waiting: number
  /** The serial number of its last start, or of its arrival. */
  served: number
  members: Map<string, Group>
  /** Of a client; empty in a group of clients. */
  line: (() => void)[]
}

/**
 * A queue that is fair between groups and, within a group, between its members: the next task is of the one with the
 * fewest running tasks, then of the one that was served longest ago.
 */
export function openQueue({ atOnce, waiting, waitingPerClient = waiting }: QueueOptions): Queue {
  const all = newGroup(0)
  let started = 0

  /** From `all` to the client. Groups that are new come before the one served last, after those that wait. */
  function enter(names: readonly string[]): Group[] {
    const path = [all]
    let group = all
    for (const name of names) {
      const member = group.members.get(name) ?? newGroup(started - 0.5)
      group.members.set(name, member)
      path.push(member)
      group = member
    }
    return path
  }

  function leave(path: readonly Group[], names: readonly string[]): void {
    for (let depth = names.length; depth > 0; depth--) {
      const group = path[depth]
      if (group && group.running + group.waiting === 0)
        path[depth - 1]?.members.delete(names[depth - 1] ?? '')
    }
  }

  function start(path: readonly Group[]): void {
    started++
    for (const group of path) {
      group.running++
      group.served = started
    }
  }

  function finish(path: readonly Group[], names: readonly string[]): void {
    for (const group of path) group.running--
    const next = nextIn(all)
    if (next) {
      // Synchronous, so that a new task cannot take the slot.
      start(next)
      for (const group of next) group.waiting--
      next.at(-1)?.line.shift()?.()
    }
    leave(path, names)
  }

  async function take<T>(
    work: () => Promise<T>,
    path: readonly Group[],
    names: readonly string[],
  ): Promise<T> {
    if (all.running < atOnce) start(path)
    else {
      for (const group of path) group.waiting++
      await new Promise<void>((resolve) => path.at(-1)?.line.push(resolve))
    }
    try {
      return await work()
    } finally {
      finish(path, names)
    }
  }

  function isFull(path: readonly Group[]): boolean {
    if (all.waiting >= waiting) return true
    return path.some(
      (group, depth) => depth > 0 && group.waiting >= waitingPerClient * 2 ** (path.length - 1 - depth),
    )
  }

  return {
    run(work, client = '') {
      const names = typeof client === 'string' ? [client] : client
      const path = enter(names)
      if (all.running < atOnce || !isFull(path)) return take(work, path, names)
      leave(path, names)
      return null
    },
  }
}

function newGroup(served: number): Group {
  return { running: 0, waiting: 0, served, members: new Map(), line: [] }
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
    else if (member.running === next.running && member.served < next.served) next = member
  }
  return next
}
