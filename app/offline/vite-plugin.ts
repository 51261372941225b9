import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

const worker = 'service-worker.js'

/**
 * Builds worker.ts to /service-worker.js, with the names of the files to keep at once: those of the frame, what pages
 * load after the rest, and the actions of forms, which a form needs when the network is lost.
 */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'app/offline/worker.ts', fileName: worker })
    },
    generateBundle(_options, bundle) {
      const own = bundle[worker]
      if (own?.type !== 'chunk') throw new Error('the service worker was not built')
      const paths = filesOf(bundle).sort()
      const release = createHash('sha256')
        .update(own.code + Object.keys(bundle).sort().join())
        .digest('hex')
        .slice(0, 12)
      own.code = own.code
        .replace('BUILD.release', JSON.stringify(release))
        .replace('BUILD.files', JSON.stringify(paths))
    },
  }
}

function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const names = new Set<string>()
  function add(name: string) {
    if (names.has(name)) return
    names.add(name)
    const file = bundle[name]
    if (file?.type === 'chunk') file.imports.forEach(add)
  }
  for (const file of Object.values(bundle)) {
    const isNeeded = file.type === 'chunk' ? isKept(file) : file.fileName.endsWith('.css')
    if (isNeeded && file.fileName !== worker) add(file.fileName)
  }
  return [...names].map((name) => `/${name}`)
}

/** A page that was opened names its own files. */
function isKept({ facadeModuleId, exports }: Rolldown.OutputChunk): boolean {
  if (!facadeModuleId || facadeModuleId.includes('/app/features/admin/')) return false
  if (/\/app\/(root|entry\.client)\.tsx/.test(facadeModuleId)) return true
  return exports.length > 0 && !exports.includes('default')
}
