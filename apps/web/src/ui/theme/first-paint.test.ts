import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { inlineScriptHashes } from '../../../build/csp-hashes.ts'
import { colorModeKey } from './color-mode.ts'
import { tokens } from './tokens.ts'

const html = readFileSync(join(import.meta.dirname, '../../../index.html'), 'utf8')
const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''

/** Runs the inline script of index.html with this stored choice and system preference. */
function firstPaint(stored: string | null | Error, systemDark: boolean) {
  const root = { dataset: { mode: '' } }
  const meta = { content: '' }
  runInNewContext(script, {
    document: { documentElement: root, querySelector: () => meta },
    matchMedia: () => ({ matches: systemDark }),
    localStorage: {
      getItem: (key: string) => {
        if (stored instanceof Error) throw stored
        return key === colorModeKey ? stored : null
      },
    },
  })
  return { mode: root.dataset.mode, bar: meta.content }
}

it('the inline script sets the stored mode before first paint', () => {
  expect(firstPaint('dark', false)).toEqual({ mode: 'dark', bar: tokens.panel[1] })
  expect(firstPaint('light', true)).toEqual({ mode: 'light', bar: '' })
  expect(firstPaint(null, true).mode).toBe('dark')
  expect(firstPaint('system', false).mode).toBe('light')
  expect(firstPaint(new Error('denied'), true).mode).toBe('dark')
})

it('the component gallery has the same inline script', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../estilo.html'), 'utf8')
  expect(inlineScriptHashes(page)).toEqual(inlineScriptHashes(html))
})

it('index.html has one inline script and no inline style', () => {
  expect(inlineScriptHashes(html)).toHaveLength(1)
  expect(inlineScriptHashes(html)[0]).toMatch(/^'sha256-[\w+/]{43}='$/)
  expect(html).not.toMatch(/\sstyle=|<style|\son\w+=/)
})
