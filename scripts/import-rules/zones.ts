import type { Import } from './imports.ts'

/** Each noun may import those to its left. */
export const nouns = [
  'audit',
  'members',
  'points',
  'media',
  'challenges',
  'submissions',
  'voting',
  'lifecycle',
  'moderation',
  'accounts',
]

/** What each part of the house may import; inside domain/ further rules hold. */
const allowed: Record<string, string[]> = {
  'app/ui': ['app/ui', 'domain'],
  'app/routes': ['app/routes', 'app/ui', 'app', 'domain', 'platform'],
  'app/features': [
    'app/features',
    'app/ui',
    'app/forms',
    'app/middleware',
    'app/content',
    'app',
    'domain',
    'platform',
  ],
  'app/content': ['app/content', 'app/ui', 'app', 'domain'],
  app: ['app', 'app/ui', 'domain', 'platform'],
  domain: ['domain', 'platform', 'db/schema'],
  platform: ['platform'],
  'db/schema': [],
  db: ['db', 'db/schema', 'domain', 'platform'],
  server: ['server', 'domain', 'platform', 'db', 'db/schema'],
  scripts: ['scripts', 'server', 'domain', 'platform', 'db', 'db/schema'],
}

/** Why the file at `from` may not import `to`, or undefined when it may. */
export function refusal(from: string, { to, typeOnly }: Import): string | undefined {
  const [here, there] = [zoneOf(from), zoneOf(to)]
  if (here === 'server' && to === 'app/context.ts') {
    return typeOnly ? undefined : 'server/ takes types only from app/context.ts'
  }
  const list = allowed[here]
  if (list && !list.includes(there)) return `${here}/ may import ${list.join(', ') || 'nothing'} only`
  if (here === 'app/features' && there === 'app/features' && areaOf(from) !== areaOf(to)) {
    return 'a feature imports no other feature'
  }
  if (here === 'app/ui' && there === 'domain' && isServer(to) && !typeOnly) {
    return 'app/ui/ takes rules and types from domain/, nothing that does I/O'
  }
  return here === 'domain' ? domainRefusal(from, to, typeOnly) : undefined
}

/** A file that may do I/O and never reaches the browser. */
function isServer(path: string): boolean {
  return /\.server\.tsx?$/.test(path)
}

function domainRefusal(from: string, to: string, typeOnly: boolean): string | undefined {
  if (!isServer(from) && isServer(to) && !typeOnly) return 'rules are browser safe and import rules only'
  if (!isServer(from) && zoneOf(to) !== 'domain' && !typeOnly) return 'rules import rules only'
  const [own, other] = [nounOf(from), nounOf(to)]
  if (zoneOf(to) !== 'domain' || own === other) return undefined
  if (nouns.indexOf(other) < nouns.indexOf(own)) return undefined
  return `${own} may import ${nouns.slice(0, nouns.indexOf(own)).join(', ') || 'no other noun'} only`
}

export function nounOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** The feature that a file of app/features/ belongs to. */
function areaOf(path: string): string {
  return path.split('/')[2] ?? ''
}

/** The folders of app/ with rules of their own. */
const appZones = ['ui', 'routes', 'features', 'forms', 'middleware', 'content']

export function zoneOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  if (first === 'app' && appZones.includes(second)) return `app/${second}`
  if (path === 'db/schema.ts') return 'db/schema'
  return first
}
