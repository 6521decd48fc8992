import { describe, expect, it } from 'vitest'
import { divideStamp, layStampOut, type StampText } from './stamp-layout.ts'

const half = (text: string) => text.length * 0.5
const name: StampText = { text: 'LUCÍA PEÑAHERRERA NARVÁEZ', bold: true, scale: 1, most: 3 }
const area = { x: 0, y: 0, width: 147, height: 40 }
const date: StampText = { text: '20 nov 2026, 12:31 (UTC−5)', bold: false, scale: 0.74, most: 1 }

describe('the layout of the stamp', () => {
  it('puts its mark at the left, or above in a tall box', () => {
    const wide = divideStamp({ width: 176, height: 69 }, true)
    expect(wide.mark.x + wide.mark.width).toBeLessThan(wide.text.x)
    const tall = divideStamp({ width: 60, height: 120 }, true)
    expect(tall.mark.y + tall.mark.height).toBeLessThan(tall.text.y)
    expect(tall.text.y + tall.text.height).toBeLessThan(120)
  })

  it('has a thin rule instead of a mark for text only', () => {
    expect(divideStamp({ width: 176, height: 69 }, false).mark.width).toBe(1.6)
  })

  it('sets every word inside its area, in order, at most 14 points high', () => {
    const room = { x: 70, y: 5, width: 100, height: 59 }
    const lines = layStampOut([name, date], room, half)
    expect(lines.map((line) => line.text).join(' ')).toBe(`${name.text} ${date.text}`)
    for (const line of lines) {
      expect(line.size).toBeLessThanOrEqual(14)
      expect(half(line.text) * line.size).toBeLessThanOrEqual(room.width)
      expect(line.y).toBeGreaterThan(room.y)
      expect(line.y).toBeLessThan(room.y + room.height)
    }
  })

  it('breaks a long name into even lines', () => {
    const lines = layStampOut([name], { x: 0, y: 0, width: 118, height: 40 }, half)
    expect(lines.map((line) => line.text)).toEqual(['LUCÍA PEÑAHERRERA', 'NARVÁEZ'])
    const even = layStampOut([{ ...name, text: 'AAAAAA BBBBBB CCCCCC DDDDDD' }], area, half)
    expect(even.map((line) => line.text)).toEqual(['AAAAAA BBBBBB', 'CCCCCC DDDDDD'])
  })

  it('joins the details where one per line would be too small', () => {
    const reason: StampText = { ...date, text: 'Motivo: Apruebo el acta', most: 2 }
    const flat = layStampOut([name, date, reason], { x: 0, y: 0, width: 300, height: 18 }, half)
    expect(flat.map((line) => line.text)).toEqual([name.text, `${date.text} · ${reason.text}`])
    const tall = layStampOut([name, date, reason], { x: 0, y: 0, width: 300, height: 60 }, half)
    expect(tall).toHaveLength(3)
  })

  it('omits text that would be unreadable', () => {
    expect(layStampOut([name], { x: 0, y: 0, width: 2, height: 2 }, half)).toEqual([])
  })
})
