import { STEP_NAMES } from '#domain/lifecycle/steering.ts'

export const TITLES = {
  complete: STEP_NAMES.complete.title,
  extend: STEP_NAMES.extend.title,
  remove: 'Delete Challenge',
} as const
