import { expect, test } from 'vitest'
import { nouns, violations } from './import-rules/zones.ts'

function check(files: Record<string, string>): string[] {
  return violations(new Map(Object.entries(files)))
}

function importing(from: string, to: string, how = 'import { thing } from'): string[] {
  return check({ [from]: `${how} '#${to}'\n` })
}

const fine: [string, string][] = [
  ['app/features/home/home.tsx', 'domain/challenges/queries.server.ts'],
  ['app/features/home/home.tsx', 'app/ui/card.tsx'],
  ['app/features/home/home.tsx', 'app/features/home/hero.tsx'],
  ['app/features/home/home.tsx', 'app/context.ts'],
  ['app/features/legal/terms.tsx', 'app/features/legal/legal-page.tsx'],
  ['app/features/legal/terms.tsx', 'app/ui/card.tsx'],
  ['app/features/legal/terms.tsx', 'app/forms/drafts.ts'],
  ['app/features/legal/terms.tsx', 'app/middleware/viewer.server.ts'],
  ['app/features/legal/terms.tsx', 'app/content/site-info.server.ts'],
  ['app/features/legal/terms.tsx', 'app/context.ts'],
  ['app/features/legal/terms.tsx', 'domain/points/rules.ts'],
  ['app/features/legal/terms.tsx', 'platform/text/text.ts'],
  ['app/content/markdown.ts', 'app/ui/text/article.tsx'],
  ['app/ui/card.tsx', 'app/ui/button.tsx'],
  ['app/parts/members/rank.tsx', 'domain/points/rules.ts'],
  ['app/parts/members/rank.tsx', 'app/forms/submit.ts'],
  ['app/frame/shell.tsx', 'app/parts/members/rank.tsx'],
  ['app/forms/draft.tsx', 'app/ui/card.tsx'],
  ['app/ui/card.tsx', 'platform/text/text.ts'],
  ['domain/voting/commands.server.ts', 'domain/challenges/queries.server.ts'],
  ['domain/voting/commands.server.ts', 'platform/database/database.server.ts'],
  ['domain/voting/rules.ts', 'domain/points/rules.ts'],
  ['db/demo/fill.server.ts', 'domain/voting/commands.server.ts'],
  ['server/schedule.ts', 'domain/lifecycle/commands.server.ts'],
  ['platform/http/limits.server.ts', 'platform/database/database.server.ts'],
]
test.each(fine)('%s may import %s', (from, to) => {
  expect(importing(from, to)).toEqual([])
})

const forbidden: [string, string][] = [
  ['app/ui/card.tsx', 'platform/http/limits.server.ts'],
  ['app/ui/card.tsx', 'app/features/home/hero.tsx'],
  ['app/ui/card.tsx', 'domain/points/rules.ts'],
  ['app/ui/card.tsx', 'app/forms/submit.ts'],
  ['app/ui/card.tsx', 'app/parts/members/rank.tsx'],
  ['app/parts/members/rank.tsx', 'app/frame/shell.tsx'],
  ['app/parts/members/rank.tsx', 'domain/challenges/queries.server.ts'],
  ['app/forms/draft.tsx', 'app/parts/members/rank.tsx'],
  ['app/middleware/viewer.server.ts', 'app/ui/card.tsx'],
  ['app/middleware/viewer.server.ts', 'app/forms/submit.ts'],
  ['app/features/legal/terms.tsx', 'app/features/tools/tools.tsx'],
  ['app/features/legal/terms.tsx', 'server/app.ts'],
  ['app/content/markdown.ts', 'app/features/legal/terms.tsx'],
  ['app/ui/card.tsx', 'app/content/markdown.ts'],
  ['app/context.ts', 'app/features/home/home.tsx'],
  ['app/forms/draft.tsx', 'app/features/home/home.tsx'],
  ['app/features/home/home.tsx', 'app/features/showcase/winners.tsx'],
  ['app/features/home/home.tsx', 'server/app.ts'],
  ['app/features/home/home.tsx', 'db/demo/fill.server.ts'],
  ['app/features/home/home.tsx', 'test/database.ts'],
  ['domain/points/commands.server.ts', 'domain/voting/queries.server.ts'],
  ['domain/points/rules.ts', 'domain/members/rules.ts'],
  ['domain/voting/rules.ts', 'domain/voting/queries.server.ts'],
  ['domain/voting/rules.ts', 'platform/id.server.ts'],
  ['domain/voting/commands.server.ts', 'app/context.ts'],
  ['domain/voting/commands.server.ts', 'db/demo/fill.server.ts'],
  ['domain/prizes/commands.server.ts', 'platform/id.server.ts'],
  ['platform/log/log.server.ts', 'domain/points/rules.ts'],
  ['platform/log/log.server.ts', 'server/app.ts'],
  ['server/app.ts', 'app/context.ts'],
  ['server/app.ts', 'app/features/home/home.tsx'],
]
test.each(forbidden)('%s may not import %s', (from, to) => {
  expect(importing(from, to)).toHaveLength(1)
})

test('the nouns of domain/ form an acyclic graph', () => {
  function reaches(from: string, to: string): boolean {
    return (nouns.get(from) ?? []).some((noun) => noun === to || reaches(noun, to))
  }
  expect(nouns.size).toBeGreaterThan(10)
  for (const [noun, list] of nouns) {
    expect(reaches(noun, noun), noun).toBe(false)
    expect(list.filter((one) => !nouns.has(one))).toEqual([])
  }
})

test('types may be imported where values may not, if the table allows it', () => {
  expect(
    importing('app/parts/card.tsx', 'domain/members/queries.server.ts', 'import type { Row } from'),
  ).toEqual([])
  expect(importing('server/app.ts', 'app/context.ts', 'import type { Services } from')).toEqual([])
  expect(
    importing('platform/id.server.ts', 'domain/points/rules.ts', 'import type { Rank } from'),
  ).toHaveLength(1)
})

test('every form of import is found', () => {
  const target = "'#domain/points/rules.ts'"
  const ways = [
    `import ${target}`,
    `import * as rules from ${target}`,
    `import {\n  one,\n  type Two,\n} from ${target}`,
    `export { one } from ${target}\nexport const two = 2`,
    `const rules = await import(${target})`,
    "import { one } from '../domain/points/rules.ts'",
  ]
  for (const text of ways) expect(check({ 'platform/odd.ts': text }), text).toHaveLength(1)
})

test('circles are found, unless they are of types', () => {
  const circle = {
    'platform/one.ts': "import { two } from '#platform/two.ts'",
    'platform/two.ts': "import { three } from '#platform/three.ts'",
    'platform/three.ts': "import { one } from '#platform/one.ts'",
  }
  expect(check(circle)).toEqual([
    'circle: platform/one.ts -> platform/two.ts -> platform/three.ts -> platform/one.ts',
  ])
  expect(check({ ...circle, 'platform/three.ts': "import type { One } from '#platform/one.ts'" })).toEqual([])
})

test.each([
  'app/utils/dates.ts',
  'platform/helpers.server.ts',
  'domain/points/points-manager.server.ts',
  'app/ui/common.tsx',
  'domain/voting/index.ts',
])('%s is no name', (path) => {
  expect(check({ [path]: 'export const one = 1' })).toHaveLength(1)
})

test('a file that only re-exports is a barrel', () => {
  expect(
    check({ 'platform/all.ts': "export * from './one.ts'\nexport {\n  two,\n} from './two.ts'\n" }),
  ).toHaveLength(1)
})

test('tests may import anything', () => {
  expect(importing('domain/points/ledger.test.ts', 'domain/voting/commands.server.ts')).toEqual([])
})
