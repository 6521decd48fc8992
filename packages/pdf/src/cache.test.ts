import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { textPdf } from '../test/build-pdf.ts'
import { createPageCache, pageEtag, rendererVersion, type PageCacheOptions } from './cache.ts'
import { createRenderer, PdfError, type Inspection } from './renderer.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-cache '))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inspection: Inspection = {
  pages: 1,
  sizes: [{ page: 1, width: 10, height: 20 }],
  encrypted: false,
  xfa: false,
  repaired: false,
}
const sha = (name: string) => createHash('sha256').update(name).digest('hex')
const source = new Uint8Array([1])

/** A renderer that counts calls and returns 1000 bytes derived from the page. */
function counting(fail?: () => PdfError | undefined) {
  const calls: string[] = []
  const renderer: PageCacheOptions['renderer'] = {
    inspect: async () => {
      calls.push('inspect')
      return inspection
    },
    pageText: async (_source, page) => {
      calls.push(`text ${page}`)
      return { lines: [], links: [{ x: 1, y: 2, width: 3, height: 4, url: `https://foja.test/${page}` }] }
    },
    renderPage: async (_source, { page, format = 'webp' }) => {
      calls.push(`page ${page}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      const error = fail?.()
      if (error) throw error
      return { bytes: new Uint8Array(1000).fill(page), width: 30, height: 40, mime: `image/${format}` }
    },
  }
  return { calls, renderer }
}

function files(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Each byte by one more, and the name before them. */
const encryption: PageCacheOptions['encryption'] = {
  seal: (bytes, name) => Buffer.concat([Buffer.from(name), bytes.map((byte) => byte + 1)]),
  open: (bytes, name) => {
    const head = Buffer.from(name)
    if (!head.equals(bytes.subarray(0, head.length))) throw new Error('another file')
    return bytes.subarray(head.length).map((byte) => byte - 1)
  },
}

describe('page cache', () => {
  it('encrypts its files and draws a page again whose file was changed', async () => {
    const { calls, renderer } = counting()
    const request = { sha256: sha('a'), source, page: 7 }
    const options = { folder, maxBytes: 1e6, renderer, encryption }
    const cache = createPageCache(options)
    const page = await cache.page(request)
    await cache.inspect(request)
    for (const file of files()) {
      expect(readFileSync(file).includes(Buffer.alloc(100, 7))).toBe(false)
      expect(readFileSync(file).includes('"pages"')).toBe(false)
    }
    const later = createPageCache(options)
    expect(await later.inspect(request)).toEqual(inspection)
    expect(Buffer.from((await later.page(request)).bytes)).toEqual(Buffer.from(page.bytes))
    expect(calls).toEqual(['page 7', 'inspect'])
    for (const file of files()) writeFileSync(file, readFileSync(file).fill(0, 0, 1))
    expect(await createPageCache(options).page(request)).toMatchObject({ width: 30, height: 40 })
    expect(calls).toEqual(['page 7', 'inspect', 'page 7'])
  })

  it('draws a page once, also for concurrent requests and after a restart', async () => {
    const { calls, renderer } = counting()
    const request = { sha256: sha('a'), source, page: 7 }
    const cache = createPageCache({ folder, maxBytes: 1e6, renderer })
    const pages = await Promise.all(Array.from({ length: 20 }, () => cache.page(request)))
    const again = await createPageCache({ folder, maxBytes: 1e6, renderer }).page(request)
    expect(calls).toEqual(['page 7'])
    for (const page of [...pages, again]) {
      expect(page).toMatchObject({ width: 30, height: 40, mime: 'image/webp', etag: pageEtag(request) })
      expect([...page.bytes]).toEqual(Array.from({ length: 1000 }, () => 7))
    }
  })

  it('separates resolutions, formats, pages and documents, in keys and ETags', async () => {
    const { calls, renderer } = counting()
    const cache = createPageCache({ folder, maxBytes: 1e6, renderer })
    const base = { sha256: sha('a'), source, page: 1 }
    const requests = [base, { ...base, page: 2 }, { ...base, dpi: 55 }, { ...base, format: 'png' as const }]
    requests.push({ ...base, sha256: sha('b') })
    const etags = new Set<string>()
    for (const request of requests) etags.add((await cache.page(request)).etag)
    expect(calls).toHaveLength(5)
    expect(etags.size).toBe(5)
    for (const etag of etags) expect(etag).toMatch(/^"[\w-]{43}"$/)
  })

  it('caches inspections too', async () => {
    const { calls, renderer } = counting()
    for (let i = 0; i < 2; i++) {
      const cache = createPageCache({ folder, maxBytes: 1e6, renderer })
      expect(await cache.inspect({ sha256: sha('a'), source })).toEqual(inspection)
    }
    expect(calls).toEqual(['inspect'])
  })

  it('stays below its limit and evicts the least recently used', async () => {
    const { calls, renderer } = counting()
    let time = 1000
    const cache = createPageCache({ folder, maxBytes: 5000, renderer, now: () => time++ })
    const page = (number: number) => cache.page({ sha256: sha('a'), source, page: number })
    for (const number of [1, 2, 3, 4, 5, 1, 6]) await page(number)
    expect(files().reduce((sum, path) => sum + readFileSync(path).length, 0)).toBeLessThanOrEqual(5000)
    calls.length = 0
    for (const number of [1, 6, 2]) await page(number)
    expect(calls).toEqual(['page 2'])
  })

  it('redraws files cut off by a crash, and removes old leftovers', async () => {
    const { calls, renderer } = counting()
    const request = { sha256: sha('a'), source, page: 1 }
    await createPageCache({ folder, maxBytes: 1e6, renderer }).page(request)
    truncateSync(files()[0]!, 10)
    const part = join(folder, 'x.part')
    writeFileSync(part, 'half')
    utimesSync(part, 1, 1)
    expect((await createPageCache({ folder, maxBytes: 1e6, renderer }).page(request)).bytes).toHaveLength(1000)
    expect(calls).toHaveLength(2)
    expect(files()).toHaveLength(1)
  })

  it('redraws a file that was deleted at runtime', async () => {
    const { calls, renderer } = counting()
    const cache = createPageCache({ folder, maxBytes: 1e6, renderer })
    const request = { sha256: sha('a'), source, page: 1 }
    await cache.page(request)
    rmSync(files()[0]!)
    expect((await cache.page(request)).bytes).toHaveLength(1000)
    expect(calls).toHaveLength(2)
  })

  it('caches a failure briefly, but never `render_busy`', async () => {
    let time = 0
    let error: PdfError | undefined = new PdfError('render_timeout', 'slow')
    const { calls, renderer } = counting(() => error)
    const cache = createPageCache({ folder, maxBytes: 1e6, renderer, failureMs: 100, now: () => time })
    const request = { sha256: sha('a'), source, page: 1 }
    await expect(cache.page(request)).rejects.toBe(error)
    await expect(cache.page(request)).rejects.toBe(error)
    expect(calls).toHaveLength(1)
    time = 101
    error = new PdfError('render_busy', 'busy')
    await expect(cache.page(request)).rejects.toBe(error)
    error = undefined
    await expect(cache.page(request)).resolves.toMatchObject({ width: 30 })
    expect(calls).toHaveLength(3)
  })

  it('draws a page ahead only until a request waits for it', async () => {
    const { renderer } = counting()
    const ahead: (() => boolean)[] = []
    const release = Promise.withResolvers<void>()
    const renderPage: typeof renderer.renderPage = async (from, options) => {
      ahead.push(options.ahead!)
      await release.promise
      return await renderer.renderPage(from, options)
    }
    const cache = createPageCache({ folder, maxBytes: 1e6, renderer: { ...renderer, renderPage } })
    const request = { sha256: sha('a'), source, page: 1 }
    const drawn = cache.page({ ...request, ahead: true })
    await expect.poll(() => ahead.map((isAhead) => isAhead())).toEqual([true])
    const waited = cache.page(request)
    expect(ahead.map((isAhead) => isAhead())).toEqual([false])
    release.resolve()
    expect(await waited).toEqual(await drawn)
  })

  it('works when the folder is not writable', async () => {
    const { renderer } = counting()
    const cache = createPageCache({ folder, maxBytes: 1e6, renderer })
    // Once a page is cached the folder has been created and listed: nothing recreates it during this test.
    await cache.page({ sha256: sha('b'), source, page: 1 })
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'in the way')
    await expect(cache.page({ sha256: sha('a'), source, page: 1 })).resolves.toMatchObject({ width: 30 })
  })

  it('refuses a name that is not a hash', async () => {
    const { renderer } = counting()
    const cache = createPageCache({ folder, maxBytes: 1e6, renderer })
    await expect(cache.page({ sha256: '../../etc', source, page: 1 })).rejects.toThrow(TypeError)
  })
})

it('contains the engine release in its version', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(rendererVersion.split('-')[0]).toBe(`pdfium${dependencies['@embedpdf/pdfium']}`)
})

it("returns the real renderer's bytes on a hit", async () => {
  const renderer = await createRenderer()
  const cache = createPageCache({ folder, maxBytes: 1e8, renderer })
  const request = { sha256: sha('text'), source: textPdf(1), page: 1 }
  const drawn = await cache.page(request)
  expect(Buffer.from((await cache.page(request)).bytes).equals(drawn.bytes)).toBe(true)
  await renderer.close()
})
