import { describe, expect, it } from 'vitest'
import { balanceOf } from './content-balance.ts'

const balance = (content: string) => balanceOf(Buffer.from(content, 'latin1'))

describe('unbalanced content', () => {
  it.each([
    ['', ''],
    ['q 1 0 0 1 0 0 cm Q', ''],
    ['q q Q', 'Q '],
    ['q BT /F1 12 Tf (x) Tj', 'ET Q '],
    ['/Span BMC q', 'EMC Q '],
    ['10 10 m 20 20 l', 'n '],
    ['10 10 m 20 20 l S', ''],
    ['0 0 10 10 re W', 'n '],
    ['(q q q \\) q \\( (nested q) q) Tj', ''],
    ['<71 71> Tj % q q\nq', 'Q '],
    ['<</MCID 0/q/Q>> /q gs [(q)-20(q)]TJ', ''],
    ['/Tag<</E(q)>>BDC EMC', ''],
    ['BI /W 2 /H 2 ID q q\x00EIq q EI Q Q q', 'Q '],
    ['BI /W 1 ID \x01q q', ''],
    ['q(unfinished q q', 'Q '],
    ['q<7171', 'Q '],
  ])('%s', (content, closers) => {
    expect(balance(content).closers).toBe(closers)
  })

  it('reports restores without a save', () => {
    const content = 'Q q Q Q (Q) q'
    expect(balance(content).strayRestores.map((at) => content.slice(0, at))).toEqual(['', 'Q q Q '])
  })
})
