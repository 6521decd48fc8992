import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { closingReport, emptySummary, quarantine } from './rounds.ts'
import { root } from './run.ts'

const failsOnce = `import { existsSync, writeFileSync } from 'node:fs'
const mark = new URL('ran-before', import.meta.url)
it('opens', () => {
  const ranBefore = existsSync(mark)
  writeFileSync(mark, '')
  expect(ranBefore).toBe(true)
})
it('closes', () => {})
`

/** Runs a round over one test file that fails the first time it runs, in a process of its own. */
function runFailingOnce(reruns: boolean): { status: number | null; lines: string[]; test: string } {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache', 'rounds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'door.test.ts'), failsOnce)
  const config = { test: { include: [`${relative(root, folder)}/*.test.ts`], globals: true } }
  writeFileSync(join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(config)}`)
  const round = { name: 'doors', args: ['--config', join(folder, 'vitest.config.ts')], reruns }
  const script = `import { close, emptySummary, runRound } from ${JSON.stringify(new URL('rounds.ts', import.meta.url))}
    const summary = emptySummary()
    runRound(${JSON.stringify(round)}, summary)
    close(summary)`
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, encoding: 'utf8' })
  return {
    status: child.status,
    lines: child.stdout.trimEnd().split('\n'),
    test: `${relative(root, folder)}/door.test.ts › opens`,
  }
}

describe('a test that fails only the first time it runs', () => {
  it('passes, is listed by name, and is counted in the closing line', () => {
    const { status, lines, test } = runFailingOnce(true)
    expect(status).toBe(0)
    expect(lines.at(-1)).toBe('2 passed, 0 failed, 1 flaky')
    expect(lines.join('\n')).toContain(`flaky: ${test}: AssertionError`)
    expect(lines.join('\n')).toContain('mend it, or add it to tools/quarantine.json')
  })

  it('fails in a round without reruns', () => {
    const { status, lines, test } = runFailingOnce(false)
    expect(status).toBe(1)
    expect(lines.at(-1)).toBe('1 passed, 1 failed')
    expect(lines.join('\n')).toContain(`failed: doors: ${test}`)
  })

  it('is listed with the reason of its quarantine', () => {
    const summary = { ...emptySummary(), flaky: ['e2e/door.test.ts › opens: Error'] }
    const known = [{ test: 'e2e/door.test.ts › opens', reason: 'the lock jams', since: '2026-11-23' }]
    expect(closingReport(summary, known)).toContain(
      'flaky, known since 2026-11-23 (the lock jams): e2e/door.test.ts › opens: Error',
    )
  })
})

describe('the quarantine', () => {
  it('is short, and each entry has a reason and a date', () => {
    expect(quarantine.length).toBeLessThanOrEqual(5)
    for (const { test, reason, since } of quarantine) {
      expect(test).toMatch(/\.test\.tsx? › ./)
      expect(reason.length).toBeGreaterThan(20)
      expect(since).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  })
})
