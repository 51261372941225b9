export type Cell = string | number | boolean | null

export const BOM = '\uFEFF'

// Spreadsheets evaluate these as formulas, also in full width and after spaces, quotes or invisible characters.
const formula = /^[\s"'\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u

/** One CSV line of quoted texts. A leading apostrophe disarms what a spreadsheet would evaluate. Null is empty. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? '"yes"' : '"no"'
  if (typeof cell === 'number') return String(cell)
  return `"${escapeFormula(cell).replaceAll('"', '""')}"`
}

/** Where the list separator is a semicolon, as in German, a spreadsheet takes one in a text for the end of a cell. */
function escapeFormula(text: string): string {
  return text
    .split(/(?<=;)/)
    .map(escapeStart)
    .join('')
}

function escapeStart(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
