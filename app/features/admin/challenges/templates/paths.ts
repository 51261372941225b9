import { pathWith } from '#app/ui/lists/search-params.ts'
import { CHALLENGES_PATH } from '../../paths.ts'

export const TEMPLATES = { to: `${CHALLENGES_PATH}/templates`, label: 'Templates' } as const

export function templatePath(id: string): string {
  return `${TEMPLATES.to}/${id}`
}

/** The form that saves a challenge as a template. */
export function saveTemplatePath(challengeId: string): string {
  return pathWith(templatePath('new'), { from: challengeId })
}

/** The form of a new challenge that begins from a template. */
export function beginPath(id: string): string {
  return pathWith(`${CHALLENGES_PATH}/new`, { template: id })
}
