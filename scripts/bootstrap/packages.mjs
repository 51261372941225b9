import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Whether node_modules matches package-lock.json. npm writes its own list last, so an interrupted install has none.
 * Contents are compared, because checkouts and copies change dates.
 */
export function isInstalled(root) {
  const [installed, wanted] = ['node_modules/.package-lock.json', 'package-lock.json'].map((path) =>
    existsSync(join(root, path)) ? JSON.parse(readFileSync(join(root, path), 'utf8')).packages : undefined,
  )
  return (
    installed !== undefined &&
    Object.entries(wanted).every(([path, entry]) => path === '' || entry.optional || path in installed) &&
    Object.entries(installed).every(([path, { version }]) => wanted[path]?.version === version)
  )
}

/** One line: why a program among the packages does not run, and the command that helps. */
export function refusal(name, output) {
  const [, library] = /(lib[\w+.-]+\.so[.\d]*): cannot open shared object/.exec(output) ?? []
  if (library) return `${name} needs ${library}, which is missing: apt-get install ${debianPackage(library)}`
  if (/ENOENT|Could not load the "sharp" module/.test(output))
    return `${name} is missing among the packages: npm ci --include=optional, with no omit, os, cpu or libc set in npm's settings`
  return `${name} among the packages does not run: ${output.trim().split('\n').find(Boolean) ?? 'no reason given'}`
}

/** libatomic1 for libatomic.so.1, libgcc-s1 for libgcc_s.so.1. */
function debianPackage(library) {
  const [name, version] = library.replaceAll('_', '-').split('.so.')
  return name + (version ?? '')
}
