import { describe, expect, it } from 'vitest'
import { conclude } from './history-words.ts'

const stamp = { no: 2, time: new Date('2026-03-04T05:06:07Z'), tsa: 'Sello', trusted: true, events: 8 }
const verdict = { chains: 3, events: 10, roots: 2, faults: 0, stamps: [], known: null }

describe('the conclusion about an exported history', () => {
  it('takes a timestamp alone as proof that the events existed at its time, and of nothing before', () => {
    const { lines, status } = conclude({ ...verdict, stamps: [stamp] }, false)
    expect(lines.slice(2)).toEqual([
      '✓ 8 eventos existían así el 2026-03-04 05:06 UTC; el sello no prueba que nadie los cambiara antes.',
      '  Eventos posteriores, solo coherentes: 2.',
    ])
    expect(status).toBe(0)
  })

  it('names the given root and the timestamp separately', () => {
    const { lines } = conclude({ ...verdict, stamps: [stamp], known: 9 }, false)
    expect(lines.slice(2)).toEqual([
      '✓ Probados 9 eventos con la raíz que indicaste.',
      expect.stringContaining('8 eventos existían así el'),
      '  Eventos posteriores, solo coherentes: 1.',
    ])
  })

  it('is 3 without a proof from outside, and 1 with a fault', () => {
    expect(conclude({ ...verdict, stamps: [{ ...stamp, trusted: false }] }, false).status).toBe(3)
    expect(conclude(verdict, true)).toMatchObject({ status: 0 })
    expect(conclude({ ...verdict, faults: 1 }, true).status).toBe(1)
  })
})
