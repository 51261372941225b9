import pg from 'pg'

/**
 * A line of the records: the text of an executed statement, or the shape of a row with the call that executed it and,
 * of a client, the call around that.
 */
export type StatementRecord = { text: string } | { sites: string[]; row: Shape }

/** What a value is: a kind such as 'string', 'null' or 'Date', the shapes of the elements, or those of the properties. */
export type Shape = string | Shape[] | { [name: string]: Shape }

const { BOOL, INT2, INT4, OID, FLOAT4, FLOAT8, TEXT, VARCHAR, BPCHAR, UUID, DATE, TIMESTAMP, TIMESTAMPTZ } =
  pg.types.builtins
const kinds = new Map<number, string>([
  [BOOL, 'boolean'],
  ...[INT2, INT4, OID, FLOAT4, FLOAT8].map((type) => [type, 'number'] as const),
  ...[TEXT, VARCHAR, BPCHAR, UUID].map((type) => [type, 'string'] as const),
  ...[DATE, TIMESTAMP, TIMESTAMPTZ].map((type) => [type, 'Date'] as const),
])

/** The shape of a row by the types of its columns: known without a row, but not whether a value can be null. */
export function shapeOfFields(fields: pg.FieldDef[]): Shape {
  return Object.fromEntries(fields.map(({ name, dataTypeID }) => [name, kinds.get(dataTypeID) ?? 'any']))
}

export function shapeOfValue(value: unknown): Shape {
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  if (Array.isArray(value)) {
    const shapes = new Map(value.map(shapeOfValue).map((shape) => [JSON.stringify(shape), shape]))
    return [...shapes.values()]
  }
  const { name } = value.constructor
  if (name !== 'Object') return name
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOfValue(inner)]))
}
