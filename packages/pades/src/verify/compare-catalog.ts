import { nameOf, type PdfDict, type PdfValue, sameValue, textOf } from '../pdf/objects.ts'
import { FREE_CATALOG_KEYS } from './baseline.ts'
import { differingKeys, itemsOf } from './changed-objects.ts'
import { compareForm } from './compare-form.ts'
import type { Comparison } from './comparison.ts'
import { sameContent } from './same-content.ts'
import { readXmpMetadata } from './xmp-metadata.ts'

/** Entries that readers show by name (ISO 32000-2 §14.3.3); dates, the producer and private entries may change. */
const SIGNED_INFO_KEYS: ReadonlySet<string> = new Set(['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Trapped'])

export function compareInfo({ before, after, modifications, additions }: Comparison): void {
  const a = before.dict(before.trailer.get('Info'))
  const b = after.dict(after.trailer.get('Info'))
  const keys = new Set([...(a?.entries.keys() ?? []), ...(b?.entries.keys() ?? [])])
  for (const key of keys) {
    if (sameValue(before.resolve(a?.get(key) ?? null), after.resolve(b?.get(key) ?? null))) continue
    if (SIGNED_INFO_KEYS.has(key)) modifications.push({ kind: 'info_changed', key })
    else if (!additions.some(({ kind }) => kind === 'metadata_changed')) additions.push({ kind: 'metadata_changed' })
  }
}

export function compareCatalog(comparison: Comparison): void {
  const { before, after, baseline, modifications, additions } = comparison
  const a = before.catalog
  const b = after.catalog
  const exempt = new Set([...FREE_CATALOG_KEYS, 'AcroForm', 'Version'])
  for (const key of differingKeys(a, b, exempt))
    modifications.push({ kind: 'catalog_changed', object: baseline.root, key })
  const version = (dict: PdfDict): string => nameOf(dict.get('Version')) ?? ''
  if (version(b) < version(a)) modifications.push({ kind: 'catalog_changed', object: baseline.root, key: 'Version' })
  compareValidationData(comparison, a.get('DSS'), b.get('DSS'))
  const differs = (key: string): boolean => !sameContent(before, a.get(key), after, b.get(key), comparison.budget)
  if (differs('Metadata')) compareMetadata(comparison, a.get('Metadata'), b.get('Metadata'))
  if (differs('Extensions')) additions.push({ kind: 'metadata_changed', key: 'Extensions' })
  compareForm(comparison, a.get('AcroForm'), b.get('AcroForm'))
}

/** Validation data may grow; removed data are reported, because later verdicts may need them. */
function compareValidationData({ before, after, budget, additions }: Comparison, a: PdfValue, b: PdfValue): void {
  if (sameContent(before, a, after, b, budget)) return
  const [old, now] = [before.dict(a), after.dict(b)]
  const isLost = ['Certs', 'OCSPs', 'CRLs'].some((key) => {
    const kept = itemsOf(after, now?.get(key) ?? null)
    return itemsOf(before, old?.get(key) ?? null).some(
      (item) => !kept.some((other) => sameContent(before, item, after, other, budget)),
    )
  })
  additions.push({ kind: now === null || isLost ? 'validation_data_removed' : 'validation_data_added' })
}

/** Entries missing in XMP are shown from the information dictionary. */
const infoKeys: Record<string, string> = {
  title: 'Title',
  creator: 'Author',
  description: 'Subject',
  Keywords: 'Keywords',
}

function compareMetadata({ before, after, modifications, additions }: Comparison, a: PdfValue, b: PdfValue): void {
  const [old, now] = [readXmpMetadata(before, a), readXmpMetadata(after, b)]
  const info = before.dict(before.trailer.get('Info'))
  const textOfInfo = (key: string): string =>
    textOf(before.resolve(info?.get(infoKeys[key] ?? '') ?? null))?.trim() ?? ''
  const isSame = (key: string): boolean => (old?.get(key) ?? textOfInfo(key)) === (now?.get(key) ?? textOfInfo(key))
  const keys = [...(old?.keys() ?? []), ...(now?.keys() ?? [])]
  if (old === null || now === null || !keys.every(isSame)) modifications.push({ kind: 'info_changed', key: 'Metadata' })
  else if (!additions.some(({ kind }) => kind === 'metadata_changed')) additions.push({ kind: 'metadata_changed' })
}
