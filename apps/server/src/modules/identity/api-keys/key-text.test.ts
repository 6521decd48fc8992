import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKeyText, keyHashOf } from './key-text.ts'

describe('the text of an API key', () => {
  it('is random, is stored as its SHA-256, and shows six characters', () => {
    const { key, hash, prefix } = createKeyText()
    expect(key).toMatch(/^foja_[\dA-Za-z]{46}$/)
    expect(prefix).toBe(key.slice(0, 11))
    expect(hash).toBe(createHash('sha256').update(key).digest('hex'))
    expect(keyHashOf(`Bearer ${key}`)).toBe(hash)
    expect(keyHashOf(`bearer  ${key}`)).toBe(hash)
    expect(createKeyText().key).not.toBe(key)
  })

  it('has a checksum, so that every change of one character is recognised', () => {
    const { key } = createKeyText()
    for (let at = 'foja_'.length; at < key.length; at += 1) {
      const other = key[at] === 'a' ? 'b' : 'a'
      expect(keyHashOf(`Bearer ${key.slice(0, at)}${other}${key.slice(at + 1)}`)).toBeNull()
    }
    expect(keyHashOf(`Bearer ${key.slice(0, -1)}`)).toBeNull()
    expect(keyHashOf(`Bearer ${key}a`)).toBeNull()
    expect(keyHashOf(key)).toBeNull()
  })
})
