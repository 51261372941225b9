import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A part of a temporary file: its first byte, and the one after its last. */
export interface FilePart {
  start: number
  end: number
}

export interface TemporaryFile {
  /** Appends a part. */
  write(chunks: AsyncIterable<Uint8Array>): Promise<FilePart>
  read(part: FilePart): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

const chunkBytes = 64 * 1024

/**
 * A file without a name in `folder`, which is created if missing: its space is free when it is closed or the process
 * ends. It has to be closed.
 */
export async function openTemporaryFile(folder: string): Promise<TemporaryFile> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
  } catch (error) {
    await file.close()
    throw error
  }
  let size = 0

  async function write(chunks: AsyncIterable<Uint8Array>): Promise<FilePart> {
    const start = size
    for await (const chunk of chunks) {
      await file.appendFile(chunk)
      size += chunk.length
    }
    return { start, end: size }
  }

  async function* read({ start, end }: FilePart): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end; ) {
      const length = Math.min(chunkBytes, end - at)
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, at)
      if (bytesRead === 0) throw new Error('a temporary file was cut off')
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  }

  return { write, read, close: () => file.close() }
}
