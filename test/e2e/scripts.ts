import { readdirSync, readFileSync } from 'node:fs'

const folder = 'build/client/assets'

/** The file name of the one script of the build with a text. */
export function scriptWith(text: string): string {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const [found = '', ...others] = scripts.filter((name) =>
    readFileSync(`${folder}/${name}`, 'utf8').includes(text),
  )
  if (!found || others.length > 0) throw new Error(`${others.length + 1} scripts have '${text}'`)
  return found
}
