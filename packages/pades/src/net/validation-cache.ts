import type { Certificate } from '../certificate.ts'
import type { Crl } from '../crl/crl.ts'

/**
 * Cached downloads by URL: lists until their nextUpdate, and issuer certificates. Only verified data are stored: these
 * URLs are mostly plain http, and a forgery must not outlive its request.
 */
export type ValidationCache = {
  crl(url: string, now: Date): Crl | null
  keepCrl(url: string, crl: Crl): void
  issuers(url: string): readonly Certificate[] | null
  keepIssuers(url: string, certificates: readonly Certificate[]): void
}

type Kept = { bytes: number; crl?: Crl; issuers?: readonly Certificate[] }

/** A memory cache that evicts the oldest beyond this many bytes of DER; default 64 MB. */
export function createValidationCache(maxBytes = 64 * 1024 * 1024): ValidationCache {
  const kept = new Map<string, Kept>()
  let total = 0
  const drop = (key: string): void => {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const keep = (key: string, value: Kept): void => {
    drop(key)
    if (value.bytes > maxBytes) return
    kept.set(key, value)
    total += value.bytes
    for (const oldest of kept.keys()) {
      if (total <= maxBytes) break
      drop(oldest)
    }
  }
  return {
    crl(url, now) {
      const crl = kept.get(`crl ${url}`)?.crl
      if (!crl) return null
      if (crl.nextUpdate && now < crl.nextUpdate) return crl
      drop(`crl ${url}`)
      return null
    },
    keepCrl(url, crl) {
      // without nextUpdate its lifetime is unknown
      if (crl.nextUpdate) keep(`crl ${url}`, { bytes: crl.der.length, crl })
    },
    issuers: (url) => kept.get(`issuers ${url}`)?.issuers ?? null,
    keepIssuers(url, issuers) {
      const bytes = issuers.reduce((sum, { der }) => sum + der.length, 0)
      keep(`issuers ${url}`, { bytes, issuers })
    },
  }
}
