/** Which glyph of a font stands for a character, from its table `cmap`; 0 is none. */
export function readCharacters(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const entry = 4 + 8 * index
    if (!isUnicode(cmap.readUInt16BE(entry), cmap.readUInt16BE(entry + 2))) continue
    const table = cmap.subarray(cmap.readUInt32BE(entry + 4))
    const format = table.readUInt16BE(0)
    if (format === 4) readSegments(table, glyphs)
    if (format === 12) readGroups(table, glyphs)
  }
  return glyphs
}

function isUnicode(platform: number, encoding: number): boolean {
  return platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10))
}

function readSegments(table: Buffer, glyphs: Map<number, number>): void {
  const width = table.readUInt16BE(6)
  for (let at = 14; at < 14 + width; at += 2) {
    const last = table.readUInt16BE(at)
    const first = table.readUInt16BE(at + width + 2)
    const delta = table.readUInt16BE(at + 2 * width + 2)
    const listPlace = at + 3 * width + 2
    const list = table.readUInt16BE(listPlace)
    for (let code = first; code <= last && code < 0xffff; code++) {
      const listed = list === 0 ? code : table.readUInt16BE(listPlace + list + 2 * (code - first))
      if (listed !== 0) glyphs.set(code, (listed + delta) & 0xffff)
    }
  }
}

function readGroups(table: Buffer, glyphs: Map<number, number>): void {
  for (let index = 0; index < table.readUInt32BE(12); index++) {
    const [first = 0, last = 0, glyph = 0] = [0, 4, 8].map((part) =>
      table.readUInt32BE(16 + 12 * index + part),
    )
    for (let code = first; code <= last; code++) glyphs.set(code, glyph + code - first)
  }
}
