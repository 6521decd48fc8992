import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../run.ts'
import { filesOf, readThreats, threatFiles } from './threat-tests.ts'

it('every threat of docs/security.md names existing tests', () => {
  const threats = readThreats()
  expect(threats.length).toBeGreaterThanOrEqual(14)
  for (const { asset, tests } of threats) expect(tests.flatMap(filesOf), asset).not.toEqual([])
})

it('every threat test is named in docs/security.md', () => {
  const files = threatFiles()
  expect(files.length).toBeGreaterThan(30)
  expect(files).toEqual(expect.arrayContaining(globSync('apps/server/src/threats/*.test.ts', { cwd: root })))
  expect(files).toContain('apps/server/src/http/permissions.integration.test.ts')
})

it('every other test named in docs/security.md exists', () => {
  const text = readFileSync(join(root, 'docs', 'security.md'), 'utf8')
  const named = Array.from(
    text.matchAll(/`((?:e2e|engine|http|modules|packages|threats|verify)\/[^`]+)`/g),
    ([, name]) => name!,
  )
  for (const name of named.filter((one) => !one.endsWith('.ts'))) expect(filesOf(name), name).not.toEqual([])
})

it('a name without a test is detected', () => {
  const table = (name: string) =>
    `## Threats\n| asset | attack | defence | tests |\n|---|---|---|---|\n| a | b | c | \`${name}\`, \`npm run x\` |\n`
  const [{ tests } = { tests: [] }] = readThreats(table('threats/nothing'))
  expect(tests).toEqual(['threats/nothing'])
  expect(() => filesOf('threats/nothing')).toThrow('threats/nothing')
  expect(() => readThreats('## Other')).toThrow('no table')
})
