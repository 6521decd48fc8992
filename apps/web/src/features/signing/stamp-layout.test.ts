import { describe, expect, it } from 'vitest'
import { divideStamp, layStampOut, type StampText } from './stamp-layout.ts'

const half = (text: string) => text.length * 0.5
const name: StampText = { text: 'LUCÍA PEÑAHERRERA NARVÁEZ', bold: true, scale: 1, most: 3 }
const date: StampText = { text: '20 nov 2026, 12:31 (UTC−5)', bold: false, scale: 0.74, most: 1 }

describe('the stamp', () => {
  it('has its mark at the left, or above in a tall box', () => {
    const wide = divideStamp({ width: 176, height: 69 }, true)
    expect(wide.mark.x + wide.mark.width).toBeLessThan(wide.text.x)
    const tall = divideStamp({ width: 60, height: 120 }, true)
    expect(tall.mark.y + tall.mark.height).toBeLessThan(tall.text.y)
    expect(tall.text.y + tall.text.height).toBeLessThan(120)
  })

  it('has a thin rule in place of the mark when it is text alone', () => {
    expect(divideStamp({ width: 176, height: 69 }, false).mark.width).toBe(1.6)
  })

  it('sets every word inside its area, in order, at most 14 points high', () => {
    const area = { x: 70, y: 5, width: 100, height: 59 }
    const lines = layStampOut([name, date], area, half)
    expect(lines.map((line) => line.text).join(' ')).toBe(`${name.text} ${date.text}`)
    for (const line of lines) {
      expect(line.size).toBeLessThanOrEqual(14)
      expect(half(line.text) * line.size).toBeLessThanOrEqual(area.width)
      expect(line.y).toBeGreaterThan(area.y)
      expect(line.y).toBeLessThan(area.y + area.height)
    }
  })

  it('draws no text where none can be read', () => {
    expect(layStampOut([name], { x: 0, y: 0, width: 2, height: 2 }, half)).toEqual([])
  })
})
