interface CommandBlock {
  /** Of its first command, from 1. */
  line: number
  mark: string | undefined
  commands: string
}

const marks = ['background', 'stop', 'parse-only', 'machine']

/** The blocks of a Markdown text that begin with ```sh. Throws for an unknown mark. */
export function commandBlocks(markdown: string): CommandBlock[] {
  return [...markdown.matchAll(/^```sh(?: ([\w-]+))?\n([\s\S]*?)^```$/gm)].map((found) => {
    const [, mark, commands = ''] = found
    if (mark && !marks.includes(mark)) throw new Error(`Unknown mark of a block: ${mark}`)
    const line = markdown.slice(0, found.index).split('\n').length + 1
    return { line, mark, commands: commands.trimEnd() }
  })
}
