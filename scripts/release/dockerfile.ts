export interface Stage {
  name: string | undefined
  steps: Step[]
  copies: Copy[]
  env: Record<string, string>
  user: string | undefined
  expose: string | undefined
  volumes: string[]
  command: string[] | undefined
  healthcheck: string[] | undefined
}

export interface Copy {
  from: string | undefined
  sources: string[]
  target: string
}

type Step = { type: 'copy'; copy: Copy } | { type: 'run'; command: string }

/** Parses the subset of Dockerfile syntax that this project uses. Throws for any other instruction. */
export function readDockerfile(text: string): { stages: Stage[] } {
  const stages: Stage[] = []
  const lines = text.replace(/\\\n\s*/g, ' ').split('\n')
  for (const line of lines) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    if (instruction === 'FROM') stages.push(newStage(/ AS (\w+)$/.exec(rest)?.[1]))
    else apply(stages.at(-1), instruction, rest)
  }
  return { stages }
}

function newStage(name: string | undefined): Stage {
  const nothing = { user: undefined, expose: undefined, command: undefined, healthcheck: undefined }
  return { name, steps: [], copies: [], env: {}, volumes: [], ...nothing }
}

function apply(stage: Stage | undefined, instruction: string, rest: string): void {
  if (!stage) throw new Error('The first instruction must be FROM')
  switch (instruction) {
    case 'COPY':
      addCopy(stage, rest)
      break
    case 'RUN':
      stage.steps.push({ type: 'run', command: rest })
      break
    case 'ARG':
    case 'ENV':
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value
      break
    case 'USER':
      stage.user = rest
      break
    case 'EXPOSE':
      stage.expose = rest
      break
    case 'VOLUME':
      stage.volumes.push(rest)
      break
    case 'CMD':
      stage.command = JSON.parse(rest)
      break
    case 'HEALTHCHECK':
      stage.healthcheck = JSON.parse(rest.slice(rest.indexOf('[')))
      break
    case 'WORKDIR':
      if (rest !== '/app') throw new Error('WORKDIR must be /app')
      break
    default:
      throw new Error(`Unknown instruction: ${instruction}`)
  }
}

function addCopy(stage: Stage, rest: string): void {
  const words = rest.split(/\s+/)
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined
  const target = words.pop() ?? ''
  const copy = { from, sources: words, target }
  stage.copies.push(copy)
  stage.steps.push({ type: 'copy', copy })
}
