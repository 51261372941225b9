import { readFileSync } from 'node:fs'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { mailState } from '#domain/notifications/mails.server.ts'
import { backupAgeSeconds, noteBackup } from '#platform/database/last-backup.server.ts'
import { createMetrics } from '#platform/metrics/metrics.server.ts'
import { testDatabase } from '#test/database.ts'

const { db } = await testDatabase()
const pool = () => ({ open: 0, idle: 0, waiting: 0 })
const release = { version: '1.2.3', commit: 'abcdef' }

const database = { mails: () => mailState(db), backupAgeSeconds: () => backupAgeSeconds(db) }

async function metricsText(sources: Partial<typeof database> = database): Promise<string> {
  const metrics = createMetrics({ pool, release, ...sources })
  metrics.jobEnded('sweep', 1, true)
  metrics.requestStarted()
  metrics.requestEnded({ method: 'GET', route: '/', status: 200, seconds: 1 })
  return metrics.registry.metrics()
}

function typesIn(text: string): [name: string, type: string][] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type])
}

interface Rules {
  groups: {
    rules: { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string } }[]
  }[]
}

test('metrics keep the conventions that promtool checks, and take no label of Prometheus', async () => {
  const text = await metricsText()
  for (const [name, type] of typesIn(text))
    expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter'])
  expect(text).not.toMatch(/[{,](job|instance)=/)
})

test('metrics name the release, the start, mails and the age of the last backup', async () => {
  await db.rows(sql`update schema_migrations set applied_at = now() - interval '9 days'`)
  expect(await backupAgeSeconds(db)).toBeGreaterThan(700_000)
  await noteBackup(db)
  expect(await backupAgeSeconds(db)).toBeLessThan(700_000)
  const text = await metricsText()
  expect(text).toContain('creative_dojo_build_info{version="1.2.3",commit="abcdef"} 1')
  expect(text).toMatch(/^process_start_time_seconds 1\d{9}$/m)
  expect(text).toContain('mails{state="waiting"} 0')
  expect(text).toContain('mails{state="failed"} 0')
  expect(text).toMatch(/^last_backup_age_seconds [\d.e-]+$/m)
})

test('metrics are complete but for those of the database while it is away', async () => {
  const away = await metricsText({})
  expect(away).toContain('http_requests_in_flight 0')
  expect(away).not.toMatch(/^(mails|last_backup_age_seconds)[ {]/m)
})

test('the alert rules and the dashboard use metrics that exist', async () => {
  const types = typesIn(await metricsText())
  const known = types.flatMap(([name, type]) =>
    type === 'histogram' ? [`${name}_count`, `${name}_bucket`, `${name}_sum`] : [name],
  )
  const rules: Rules = parse(readFileSync('deploy/prometheus-rules.yml', 'utf8'))
  const dashboard = readFileSync('deploy/grafana-dashboard.json', 'utf8')
  const queries = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...[...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) => JSON.parse(text)),
  ]
  expect(queries.length).toBeGreaterThan(20)
  const used = queries.flatMap((query: string) =>
    (query.replace(/"[^"]*"/g, '').match(/\b[a-z]+(_[a-z\d]+)+\b/g) ?? []).filter(
      (name) => !/^(node_filesystem_.*|histogram_quantile)$/.test(name),
    ),
  )
  expect(used.filter((name) => !known.includes(name))).toEqual([])
})

test('an alert about visitors who left before their answer wakes nobody', () => {
  const { groups }: Rules = parse(readFileSync('deploy/prometheus-rules.yml', 'utf8'))
  const counting = (status: string) =>
    groups
      .flatMap(({ rules }) => rules)
      .filter(({ expr }) => {
        const pattern = /status=~?"([^"]*)"/.exec(expr)?.[1]
        return pattern !== undefined && new RegExp(`^(?:${pattern})$`).test(status)
      })
      .map(({ alert, labels }) => [alert, labels.severity])
  expect(counting('0')).toEqual([['DojoVisitorsLeave', 'ticket']])
  expect(counting('503')).toEqual([['DojoErrors', 'page']])
})
