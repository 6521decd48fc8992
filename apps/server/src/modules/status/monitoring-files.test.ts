import fastify from 'fastify'
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AppDeps } from '../../deps.ts'
import { createMetrics } from '../../lib/metrics.ts'
import { registerMetrics } from './metrics.routes.ts'

const files = ['prometheus/foja.rules.yml', 'grafana/foja.json']
const read = (file: string) => readFileSync(new URL(`../../../../../deploy/${file}`, import.meta.url), 'utf8')
const namesIn = (text: string) => new Set(text.match(/\b(?:foja|nodejs|process)_[a-z\d_]+/g))

describe('the files for Prometheus and Grafana', () => {
  let reported: Set<string>
  beforeAll(async () => {
    const numbers = createMetrics()
    // The names are reported without a database to read.
    registerMetrics(fastify(), { metrics: { numbers, token: 'un-secreto-de-prueba' } } as AppDeps)
    const types = (await numbers.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)
    const series = (name: string, kind: string) =>
      kind === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => name + end) : [name]
    reported = new Set([...types].flatMap(([, name = '', kind = '']) => series(name, kind)))
  })

  it.each(files)('%s names only metrics that a server reports', (file) => {
    const named = namesIn(read(file))
    expect(named.size).toBeGreaterThan(5)
    expect([...named].filter((name) => !reported.has(name))).toEqual([])
  })

  it('show every metric of Foja on the dashboard', () => {
    const shown = [...namesIn(read('grafana/foja.json'))].map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
    const own = [...reported]
      .filter((name) => name.startsWith('foja_'))
      .map((name) => name.replace(/_(?:bucket|count|sum)$/, ''))
    expect([...new Set(own)].filter((name) => !shown.includes(name))).toEqual([])
  })
})
