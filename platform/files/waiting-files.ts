import type { FileStore } from './file-store.ts'

/** The files for one request: calls `leave` before it waits for the store to find or delete one. */
export function waitingFiles(files: FileStore, leave: () => void): FileStore {
  return {
    ...files,
    get: (key) => files.get(key, leave),
    deleteAll(folder) {
      leave()
      return files.deleteAll(folder)
    },
  }
}
