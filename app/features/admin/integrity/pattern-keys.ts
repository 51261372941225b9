import { useState } from 'react'
import type { Pattern } from '#domain/integrity/patterns.server.ts'

export interface KeyedPattern {
  key: number
  pattern: Pattern
}

/** What identifies a pattern when it is found again with other voters. */
type Identity = Pick<Pattern, 'kind'> & { submissionId: string; voters: readonly string[] }

/**
 * The patterns with keys that stay when they are found again with other voters, so that their forms keep what was typed
 * and unticked while votes of another pattern are voided.
 */
export function usePatternKeys(patterns: readonly Pattern[]): readonly KeyedPattern[] {
  const [found, setFound] = useState({ patterns, keyed: keepKeys([], patterns) })
  if (found.patterns === patterns) return found.keyed
  const keyed = keepKeys(found.keyed, patterns)
  setFound({ patterns, keyed })
  return keyed
}

/** Each pattern with the key of the former one that it continues, those that share the most voters first, or a new key. */
export function keepKeys(former: readonly KeyedPattern[], patterns: readonly Pattern[]): KeyedPattern[] {
  const pairs = former.flatMap(({ key, pattern: one }) =>
    patterns.map((pattern) => ({ key, pattern, shared: sharedVoters(identityOf(one), identityOf(pattern)) })),
  )
  const keys = new Map<Pattern, number>()
  const taken = new Set<number>()
  for (const { key, pattern, shared } of pairs.toSorted((a, b) => b.shared - a.shared)) {
    if (shared === 0 || taken.has(key) || keys.has(pattern)) continue
    keys.set(pattern, key)
    taken.add(key)
  }
  let last = Math.max(-1, ...former.map(({ key }) => key))
  return patterns.map((pattern) => ({ key: keys.get(pattern) ?? ++last, pattern }))
}

/** The pattern that a form was about which the page showed with these voters, if it is still found. */
export function patternOf(form: Identity, patterns: readonly Pattern[]): Pattern | undefined {
  const [best] = patterns
    .map((pattern) => ({ pattern, shared: sharedVoters(form, identityOf(pattern)) }))
    .filter(({ shared }) => shared > 0)
    .toSorted((a, b) => b.shared - a.shared)
  return best?.pattern
}

function identityOf({ kind, submission, voters }: Pattern): Identity {
  return { kind, submissionId: submission.id, voters: voters.map(({ key }) => key) }
}

function sharedVoters(one: Identity, other: Identity): number {
  if (one.kind !== other.kind || one.submissionId !== other.submissionId) return 0
  const keys = new Set(one.voters)
  return other.voters.filter((key) => keys.has(key)).length
}
