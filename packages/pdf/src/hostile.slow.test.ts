import { afterAll, describe, expect, it } from 'vitest'
import { textPdf } from '../test/build-pdf.ts'
import { hostilePdfs } from '../test/hostile-pdfs.ts'
import { createRenderer, PdfError } from './renderer.ts'

const good = textPdf(1)

const renderer = await createRenderer({ threads: 1, pageTimeoutMs: 30_000 })
/** Ends pages soon: for those that no other limit ends. */
const strict = await createRenderer({ threads: 1, pageTimeoutMs: 3000 })
await Promise.all([renderer.ready, strict.ready])
const expected = (await renderer.renderPage(good, { page: 1 })).bytes
afterAll(() => Promise.all([renderer.close(), strict.close()]))

const endless = new Set(['flate bomb of 4 GB', 'slow shading'])

/** The outcome: a value or a PdfError, the two allowed ones. */
async function outcome(task: Promise<object>): Promise<string> {
  try {
    await task
    return 'done'
  } catch (error) {
    if (error instanceof PdfError) return error.code
    throw error
  }
}

/** With two bounds, a slow machine may hit the other one first. */
const outcomes: Record<string, string | readonly string[]> = {
  empty: 'pdf_invalid',
  'random bytes': 'pdf_invalid',
  'only a header': 'pdf_invalid',
  'half of a file': 'done',
  'all but the last bytes': 'done',
  'flate bomb of 4 GB': ['render_memory', 'render_timeout'],
  'page tree loop': 'pdf_invalid',
  'a billion pages': 'pdf_invalid',
  'slow shading': 'render_timeout',
  'huge page': 'done',
  'JavaScript that loops': 'done',
  'launch of a program': 'done',
}

describe('rendering hostile files', () => {
  it.each(Object.keys(hostilePdfs))('survives %s', async (name) => {
    const bytes = hostilePdfs[name]!()
    const used = endless.has(name) ? strict : renderer
    await outcome(used.inspect(bytes))
    const result = await outcome(used.renderPage(bytes, { page: 1 }))
    const expectedOutcome = outcomes[name]
    if (expectedOutcome !== undefined) expect([expectedOutcome].flat()).toContain(result)
    expect((await used.renderPage(good, { page: 1 })).bytes).toEqual(expected)
  })

  it('serves others while one page hangs', async () => {
    const both = await createRenderer({ threads: 2, pageTimeoutMs: 60_000 })
    const hung = outcome(both.renderPage(hostilePdfs['slow shading']!(), { page: 1 }))
    const others = Promise.all([1, 2, 3].map(() => both.renderPage(good, { page: 1 })))
    expect(await Promise.race([hung, others.then(() => 'the others')])).toBe('the others')
    await both.close()
    expect(await hung).toBe('render_failed')
  })

  it('returns an image or a PdfError for damaged copies of a good file', async () => {
    let seed = 7
    const random = (below: number) => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) % below
    for (let copy = 0; copy < 40; copy++) {
      const damaged = Uint8Array.from(good)
      for (let flip = 0; flip < 30; flip++) damaged[random(damaged.length)] = random(256)
      await outcome(renderer.renderPage(damaged, { page: 1 }))
    }
    expect((await renderer.renderPage(good, { page: 1 })).bytes).toEqual(expected)
  })
})

describe('the render queue', () => {
  it('is bounded', async () => {
    const small = await createRenderer({ threads: 1, maxQueue: 2 })
    await small.ready
    const results = await Promise.all(Array.from({ length: 5 }, () => outcome(small.renderPage(good, { page: 1 }))))
    expect(results).toEqual(['done', 'done', 'done', 'render_busy', 'render_busy'])
    await small.close()
    expect(await outcome(small.renderPage(good, { page: 1 }))).toBe('render_failed')
  })

  it('runs requested pages before prefetched ones', async () => {
    const single = await createRenderer({ threads: 1 })
    await single.ready
    const order: string[] = []
    const draw = async (name: string, isAhead: boolean) => {
      await single.renderPage(good, { page: 1, ahead: () => isAhead })
      order.push(name)
    }
    await Promise.all([draw('first', true), draw('ahead', true), draw('asked', false), draw('asked too', false)])
    expect(order).toEqual(['first', 'asked', 'asked too', 'ahead'])
    await single.close()
  })

  it('keeps a thread free of prefetched pages', async () => {
    const both = await createRenderer({ threads: 2, pageTimeoutMs: 3000 })
    await both.ready
    const slow = hostilePdfs['slow shading']!()
    const order: string[] = []
    const draw = async () => {
      await outcome(both.renderPage(slow, { page: 1, ahead: () => true }))
      order.push('ahead')
    }
    const inspect = async () => {
      await both.inspect(good)
      order.push('inspected')
    }
    await Promise.all([draw(), draw(), inspect()])
    expect(order).toEqual(['inspected', 'ahead', 'ahead'])
    await both.close()
  })

  it("starts a page's time limit when its turn comes", async () => {
    const patient = await createRenderer({ threads: 1, pageTimeoutMs: 1500 })
    await patient.ready
    const slow = hostilePdfs['slow shading']!()
    const results = await Promise.all([slow, slow, good].map((pdf) => outcome(patient.renderPage(pdf, { page: 1 }))))
    expect(results).toEqual(['render_timeout', 'render_timeout', 'done'])
    await patient.close()
  })

  it('is emptied by close, also while pages are drawn and encoded', async () => {
    for (let round = 0; round < 3; round++) {
      const closing = await createRenderer({ threads: 2 })
      await closing.ready
      const tasks = Array.from({ length: 6 }, () => outcome(closing.renderPage(good, { page: 1, dpi: 300 })))
      await new Promise((resolve) => setTimeout(resolve, 40 + round * 60))
      await closing.close()
      for (const result of await Promise.all(tasks)) expect(['done', 'render_failed']).toContain(result)
    }
  })
})
