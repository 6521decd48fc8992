import { describe, expect, it, vi } from 'vitest'
import { wrapImports } from '../../../build/retry-imports.ts'
import { importWithRetry } from './import-with-retry.ts'

let files = 0
/** A module whose load failed in the browser, and its results under other URLs. */
function missing() {
  files += 1
  const address = `http://localhost/assets/part-${files}.js`
  const load = () => Promise.reject(new TypeError(`Failed to fetch dynamically imported module: ${address}`))
  return { address, load }
}

describe('importing a module that failed to load', () => {
  it('uses another URL, and returns the same module from then on', async () => {
    const { address, load } = missing()
    const module = { Part: 'part' }
    const fetchAs = vi.fn<(address: string) => Promise<unknown>>(() => Promise.resolve(module))
    await expect(importWithRetry(load, fetchAs)).rejects.toThrow('Failed to fetch')
    expect(fetchAs).not.toHaveBeenCalled()
    expect(await Promise.all([importWithRetry(load, fetchAs), importWithRetry(load, fetchAs)])).toEqual([
      module,
      module,
    ])
    expect(await importWithRetry(load, fetchAs)).toBe(module)
    expect(fetchAs.mock.calls).toEqual([[`${address}?again=1`]])
  })

  it('uses a new URL for each attempt', async () => {
    const { address, load } = missing()
    const fetchAs = vi.fn<(address: string) => Promise<unknown>>(() => Promise.reject(new TypeError('offline')))
    for (let times = 0; times < 3; times += 1)
      // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
      await expect(importWithRetry(load, fetchAs)).rejects.toThrow(TypeError)
    expect(fetchAs.mock.calls).toEqual([[`${address}?again=1`], [`${address}?again=2`]])
  })

  it('rethrows if the browser does not name the URL, or if the module itself fails', async () => {
    const fetchAs = vi.fn<(address: string) => Promise<unknown>>()
    for (const error of [new TypeError('Importing a module script failed.'), new Error('http://localhost/x.js broke')])
      for (let times = 0; times < 2; times += 1)
        // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
        await expect(importWithRetry(() => Promise.reject(error), fetchAs)).rejects.toBe(error)
    expect(fetchAs).not.toHaveBeenCalled()
  })
})

describe('the build', () => {
  it('wraps every dynamic import and nothing else', () => {
    const lines = wrapImports(`const a = () => import('./a.tsx')\nconst b = import("../b.ts").then(run)\n`).split('\n')
    expect(lines[0]).toMatch(/^import \{ importWithRetry \} from ".*lib\/router\/import-with-retry\.ts";$/)
    expect(lines.slice(1, 3)).toEqual([
      "const a = () => importWithRetry(() => import('./a.tsx'))",
      'const b = importWithRetry(() => import("../b.ts")).then(run)',
    ])
    const others = `import { a } from './a.ts'\nconst own = router.import('./x')\nimport(address)\n`
    expect(wrapImports(others)).toBe(others)
  })
})
