import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

const worker = 'service-worker.js'

/**
 * Builds worker.ts to /service-worker.js, with the names of the files to keep at once: the stylesheet, and the code of all
 * but administrators’ pages, without which the router could not leave a page when the network is lost.
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

/** Routes without a page have an empty file. The parts that pages load later are kept with those pages. */
function isKept({ isEntry, facadeModuleId, exports }: Rolldown.OutputChunk): boolean {
  if (facadeModuleId?.includes('/app/entry.client.tsx')) return true
  return isEntry && facadeModuleId?.includes('/app/features/admin/') === false && exports.length > 0
}
