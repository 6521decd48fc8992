import { expect, it } from 'vitest'
import type { Certificate } from '../certificate.ts'
import type { Crl } from '../crl/crl.ts'
import { createValidationCache } from './validation-cache.ts'

const day = 86_400_000
const now = new Date('2026-03-01T12:00:00Z')
const crl = (bytes: number, nextUpdate: Date | null = new Date(now.getTime() + day)): Crl =>
  ({ kind: 'crl', der: new Uint8Array(bytes), nextUpdate }) as Partial<Crl> as Crl

it('the validation cache keeps a list until its nextUpdate, and none without one', () => {
  const cache = createValidationCache()
  const list = crl(10)
  cache.keepCrl('a', list)
  cache.keepCrl('b', crl(10, null))
  expect(cache.crl('a', now)).toBe(list)
  expect(cache.crl('b', now)).toBeNull()
  expect(cache.crl('a', new Date(now.getTime() + day))).toBeNull()
  expect(cache.crl('a', now)).toBeNull()
})

it('the validation cache evicts the oldest when full, and never stores an item larger than itself', () => {
  const cache = createValidationCache(100)
  cache.keepCrl('a', crl(60))
  cache.keepIssuers('a', [{ der: new Uint8Array(30) } as Partial<Certificate> as Certificate])
  cache.keepCrl('b', crl(60))
  expect([cache.crl('a', now), cache.issuers('a')?.length, cache.crl('b', now)?.der.length]).toEqual([null, 1, 60])
  cache.keepCrl('b', crl(101))
  expect(cache.crl('b', now)).toBeNull()
  expect(cache.issuers('a')).toHaveLength(1)
})
