import { describe, expect, it } from 'vitest'
import { idPattern } from './ids.ts'
import { createId } from './create-id.ts'

describe('createId', () => {
  it('makes 19 characters, uppercase letters and digits, with dashes at positions 5, 10 and 15', () => {
    for (let index = 0; index < 500; index += 1) {
      const id = createId()
      expect(id).toHaveLength(19)
      expect(id).toMatch(idPattern)
      expect([id[4], id[9], id[14]]).toEqual(['-', '-', '-'])
    }
  })

  it('uses the whole alphabet and repeats no id', () => {
    const ids = Array.from({ length: 2000 }, () => createId())
    expect(new Set(ids).size).toBe(2000)
    expect(new Set(ids.join('').replaceAll('-', '')).size).toBe(36)
  })
})
