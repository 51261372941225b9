export type FileKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'avif' | 'heic'

/** As many first bytes as `fileKind` needs. */
export const kindBytes = 12

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
