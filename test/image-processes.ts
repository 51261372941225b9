import { openImageProcessor } from '#domain/media/image-processing.server.ts'
import { openImageProcess } from '#platform/images/image-process.server.ts'

// Shared by the tests of one worker, which then start one process of each.
export const imageProcessor = openImageProcessor()
export const imageProcess = openImageProcess()
