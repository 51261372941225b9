type FileKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif' | 'heic'

/** As many first bytes as `fileKind` needs; `isAnimation` needs `animationBytes`. */
const kindBytes = 12
export const animationBytes = 65_536

/** As patterns over ISO 8859-1 with control characters as dots. */
const beginnings: [FileKind, RegExp][] = [
  ['jpeg', /^ÿØÿ/],
  ['png', /^.PNG..../],
  ['webp', /^RIFF....WEBP/],
  ['gif', /^GIF8[79]a/],
  ['tiff', /^(II\*\.|MM\.\*)/],
  ['avif', /^....ftypavi[fs]/],
  ['heic', /^....ftyp(hei[cmsx]|hev[cmsx]|mif1|msf1)/],
]

/** The kind of an image file by its first bytes, whatever its name and type say. Null for any other file. */
export function fileKind(bytes: Uint8Array): FileKind | null {
  const start = String.fromCharCode(...bytes.subarray(0, kindBytes)).replace(/\p{Cc}/gu, '.')
  return beginnings.find(([, beginning]) => beginning.test(start))?.[0] ?? null
}

/** Whether the first bytes of a PNG or WebP say that more pictures follow. */
export function isAnimation(bytes: Uint8Array): boolean {
  const kind = fileKind(bytes)
  if (kind === 'webp') return textAt(bytes, 12) === 'VP8X' && ((bytes[20] ?? 0) & 2) === 2
  return kind === 'png' && pngChunks(bytes).includes('acTL')
}

/** The types of the chunks before the pixels. */
function pngChunks(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const types: string[] = []
  for (let at = 8; at + 8 <= bytes.length && types.at(-1) !== 'IDAT'; at += 12 + view.getUint32(at))
    types.push(textAt(bytes, at + 4))
  return types
}

function textAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}
