/** More texts than this are no longer prepared: a server keeps each for as long as a connection lives. */
const most = 500
const preparable = /^\s*(select|with|insert|update|delete)\b/i

/**
 * Names for statements that PostgreSQL shall parse and plan once a connection instead of each time: the same text has
 * always the same name. Undefined for what cannot be prepared, and for texts beyond the first 500.
 */
export function statementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= most || !preparable.test(text)) return known
    const name = `dojo_${names.size + 1}`
    names.set(text, name)
    return name
  }
}
