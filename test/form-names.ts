import { globSync, readFileSync } from 'node:fs'
import { CHALLENGE_FIELDS } from '#domain/challenges/fields.ts'
import { SITE_SETTINGS } from '#domain/settings/rules.ts'

const inMarkup = /<(?!Icon\b)\w+\s(?:[^<>]|=>)*?\bname="([a-z]\w*)"/g
const inCode = /\b(?:get|getAll|has|choiceIn)\((?:\w+, )?'([a-z]\w*)'/g
const unknown = ['id', 'points', 'is_admin', 'intent', '_routes', '__proto__', 'constructor', 'toString']

/** The names of fields and parameters in the sources, and some that no form has. */
export const formNames: string[] = [
  ...new Set([
    ...namesInSources(),
    ...Object.keys(CHALLENGE_FIELDS),
    ...Object.keys(SITE_SETTINGS),
    ...unknown,
  ]),
]

function namesInSources(): string[] {
  const paths = globSync('app/**/*.{ts,tsx}').filter((path) => !/\.test\.tsx?$/.test(path))
  return paths.toSorted().flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return [...text.matchAll(inMarkup), ...text.matchAll(inCode)].map(([, name = '']) => name)
  })
}
