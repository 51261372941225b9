export type Cell = string | number | null

/** Tells spreadsheets that the text is UTF-8. */
export const BOM = '\uFEFF'

// What spreadsheets take for a formula, their full-width twins included, also behind spaces, quotes and invisible signs.
const formula = /^[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u

/**
 * A line of a table with comma-separated values. Texts stand in quotes; one that a spreadsheet would take for a formula
 * gets an apostrophe in front, whoever typed it. Numbers stay numbers, and null is an empty cell.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  return `"${harmless(cell).replaceAll('"', '""')}"`
}

function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
