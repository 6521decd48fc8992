import { createHash, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { ServerKeys } from '../../keys.ts'
import { createLink, readLink, type LinkTarget } from './signed-link.ts'

const keysOf = (secret: string): ServerKeys => ({
  session: {} as ServerKeys['session'],
  derive: (purpose) => new Uint8Array(hkdfSync('sha256', secret, 'foja', purpose, 32)),
})
const keys = keysOf('one')
const hour = 3_600_000
const start = Date.UTC(2026, 2, 1, 10)
const at = (milliseconds: number) => () => new Date(start + milliseconds)

const id = '2f0c7a4e-8d3b-4c1a-9e57-6b1d0f3a8c25'
const holder = { kind: 'session', id } as const
const target: LinkTarget = { content: { kind: 'version', id }, page: 3, small: false, holder }

describe('signed links', () => {
  it.each<LinkTarget>([
    target,
    { ...target, page: 0, holder: { kind: 'share', id } },
    { ...target, page: 12, small: true, holder: { kind: 'code', id } },
    { ...target, content: { kind: 'base', pdf_path: 'a'.repeat(32) } },
    {
      ...target,
      content: { kind: 'preview', blob_key: 'ab'.repeat(16), sha256: 'cd'.repeat(32), id_company: id },
    },
    {
      ...target,
      content: { kind: 'preview', blob_key: 'ab'.repeat(16), sha256: 'cd'.repeat(32), id_company: null },
    },
  ])('open what they were made for: %o', (made) => {
    expect(readLink(keys, at(0), createLink(keys, at(0), made))).toEqual(made)
  })

  it('stay the same within an hour and live one to two hours, to the millisecond', () => {
    const link = createLink(keys, at(0), target)
    expect(createLink(keys, at(hour - 1), target)).toBe(link)
    expect(createLink(keys, at(hour), target)).not.toBe(link)
    expect(readLink(keys, at(2 * hour), link)).toEqual(target)
    expect(readLink(keys, at(2 * hour + 1), link)).toBeNull()
    expect(readLink(keys, at(2 * hour), createLink(keys, at(hour - 1), target))).toEqual(target)
  })

  it('do not open with a changed, shortened or missing part, or another key', () => {
    const link = createLink(keys, at(0), target)
    const cut = link.lastIndexOf('~')
    for (let index = 0; index < link.length; index += 1) {
      const other = link[index] === 'x' ? 'y' : 'x'
      expect(readLink(keys, at(0), link.slice(0, index) + other + link.slice(index + 1))).toBeNull()
      expect(readLink(keys, at(0), link.slice(0, index))).toBeNull()
    }
    const digest = createHash('sha256').update(link.slice(0, cut)).digest('base64url').slice(0, 32)
    for (const odd of [
      '',
      '~',
      `${link}x`,
      link.slice(0, cut),
      `${link.slice(0, cut)}~`,
      `${link.slice(0, cut)}~${digest}`,
    ])
      expect(readLink(keys, at(0), odd)).toBeNull()
    expect(readLink(keysOf('two'), at(0), link)).toBeNull()
  })

  it('carry 24 bytes of a MAC', () => {
    expect(createLink(keys, at(0), target).split('~').at(-1)).toMatch(/^[\w-]{32}$/)
  })
})
