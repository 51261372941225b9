export interface Random {
  /** The next number in [0, 1). */
  next(): number
  range(low: number, high: number): number
  /** An integer from `low` to `high`, both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  shuffle<T>(list: readonly T[]): T[]
  /** Normal distribution with mean 0 and deviation 1. */
  gauss(): number
}

/** Random numbers that are the same for a seed on every machine. */
export function seeded(seed: string): Random {
  const next = generator(hash(seed))
  const range = (low: number, high: number) => low + (high - low) * next()
  const int = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    range,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => picked(list, int(0, list.length - 1)),
    shuffle: (list) => shuffled(list, int),
    gauss: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

function hash(text: string): number {
  let value = 2166136261
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619)
  return value >>> 0
}

// mulberry32
function generator(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function picked<T>(list: readonly T[], index: number): T {
  const item = list[index]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

function shuffled<T>(list: readonly T[], int: (low: number, high: number) => number): T[] {
  const result = [...list]
  for (let last = result.length - 1; last > 0; last--) {
    const other = int(0, last)
    const held = picked(result, last)
    result[last] = picked(result, other)
    result[other] = held
  }
  return result
}
