import type { Verification } from '@foja/contracts/verification'
import { createHash } from 'node:crypto'
import type { AppDeps } from '../../deps.ts'
import type { Locale } from '../../http/locale.ts'
import { anchorsOf, verifyIfReadable, type VerifiableDocument } from '../verification/verification.public.ts'

type Deps = Pick<AppDeps, 'db' | 'clock' | 'store' | 'engine'>
type Entry = { until: number; verdict: Promise<Verification | null> }

/** What links show of a document's signatures, verified at most once a minute for the same bytes and authorities. */
export type VerdictCache = (document: VerifiableDocument, locale: Locale) => Promise<Verification | null>

const lifetimeMs = 60_000
const mostEntries = 200

/** Calls that come together share one verification; one that fails is not remembered. */
export function createVerdictCache(deps: Deps): VerdictCache {
  const entries = new Map<string, Entry>()

  async function keyOf(document: VerifiableDocument, locale: Locale): Promise<string> {
    const anchors = await anchorsOf(deps.db, document.id_company)
    const prints = anchors.map((der) => createHash('sha256').update(der).digest('base64url'))
    return [document.sha256, locale, ...prints.toSorted()].join(' ')
  }

  return async (document, locale) => {
    const key = await keyOf(document, locale)
    const now = deps.clock().getTime()
    const known = entries.get(key)
    if (known !== undefined && known.until > now) return await known.verdict
    const entry: Entry = { until: now + lifetimeMs, verdict: verifyIfReadable(deps, document, locale) }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > mostEntries && oldest !== undefined) entries.delete(oldest)
    try {
      return await entry.verdict
    } catch (error) {
      if (entries.get(key) === entry) entries.delete(key)
      throw error
    }
  }
}
