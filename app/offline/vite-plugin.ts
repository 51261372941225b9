import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

const worker = 'service-worker.js'

/** Builds worker.ts to /service-worker.js, with the names of the files that every member may need without a network. */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    buildStart() {
      this.emitFile({ type: 'chunk', id: 'app/offline/worker.ts', fileName: worker })
    },
    generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter(
        (file) => file.fileName !== worker && !(file.type === 'chunk' && isForAdmins(file.facadeModuleId)),
      )
      const paths = files.map(({ fileName }) => `/${fileName}`).sort()
      const own = bundle[worker]
      if (own?.type !== 'chunk') throw new Error('the service worker was not built')
      const release = createHash('sha256')
        .update(own.code + paths.join())
        .digest('hex')
        .slice(0, 12)
      own.code = own.code
        .replace('BUILD.release', JSON.stringify(release))
        .replace('BUILD.files', JSON.stringify(paths))
    },
  }
}

function isForAdmins(module: string | null): boolean {
  return module?.includes('/app/features/admin/') === true
}
