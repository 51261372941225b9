/** Further texts are not prepared: a server keeps each for the lifetime of a connection. */
const most = 500
const preparable = /^\s*(select|with|insert|update|delete)\b/i

/**
 * Names under which PostgreSQL keeps a parsed statement per connection; the same text has the same name. Undefined
 * for texts beyond the first 500, for statements that cannot be prepared and for those in parentheses.
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
