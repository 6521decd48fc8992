import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleBrowserKey } from '../../test/bundle-browser-key.ts'

describe('the bundle that opens a key in the browser', () => {
  let files: Map<string, string | Uint8Array>
  beforeAll(async () => {
    files = await bundleBrowserKey()
  }, 60_000)

  const scripts = () => [...files].filter(([name]) => name.endsWith('.js'))
  const only = (part: (name: string) => boolean): string => {
    const found = scripts().filter(([name]) => part(name))
    expect(found).toHaveLength(1)
    return String(found[0]?.[1])
  }
  const isWorker = (name: string) => name.includes('.worker')

  it('needs nothing of Node', () => {
    for (const [, code] of scripts())
      expect(String(code)).not.toMatch(/node:|__vite-browser-external|\bBuffer\b|\brequire\(|\bprocess\./)
  })

  it('is small and loads only with the worker', () => {
    const worker = gzipSync(only(isWorker)).length
    const page = gzipSync(only((name) => !isWorker(name))).length
    console.info(`worker ${worker} B, page ${page} B of gzip`)
    expect(worker).toBeLessThan(25_000)
    expect(page).toBeLessThan(1500)
  })

  it('loads the worker from its own file, as the CSP requires', () => {
    expect(only((name) => !isWorker(name))).toMatch(/new Worker\(/)
    for (const [, code] of scripts()) expect(String(code)).not.toMatch(/createObjectURL|data:text\/javascript|\beval\(/)
  })
})
