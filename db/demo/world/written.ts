import type { ChallengeType, Kind } from '#domain/challenges/rules.ts'

/** How tools/demo-art draws the image: a style and a palette. */
export type Look = string

export interface WrittenSubmission {
  title: string
  look: Look
  description: string
}

export interface WrittenChallenge {
  title: string
  kind: Kind
  type: ChallengeType
  look: Look
  description: string
  /** One a line. */
  requirements: string
  submissions: readonly WrittenSubmission[]
}

export function work(title: string, look: Look, description: string): WrittenSubmission {
  return { title, look, description }
}

export function lines(...list: string[]): string {
  return list.join('\n')
}
