import { inflateRawSync } from 'node:zlib'

/** The files of an archive, by its central directory. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset))
    const [nameLength = 0, extra = 0, comment = 0] = lengths
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(begin, begin + size)
    files.set(name, method === 8 ? inflateRawSync(content) : content)
    at += 46 + nameLength + extra + comment
  }
  return files
}
