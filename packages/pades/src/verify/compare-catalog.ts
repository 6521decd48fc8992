import { nameOf, type PdfDict, type PdfValue, sameValue, textOf, PdfStream } from '../pdf/objects.ts'
import { FREE_CATALOG_KEYS } from './baseline.ts'
import { differingKeys, itemsOf } from './changed-objects.ts'
import { compareForm } from './compare-form.ts'
import type { Comparison } from './comparison.ts'
import { sameContent } from './same-content.ts'
import type { PdfFile } from '../pdf/file.ts'
import { readable } from './appearance/field-text.ts'

const DUBLIN_CORE = 'http://purl.org/dc/elements/1.1/'
const ADOBE_PDF = 'http://ns.adobe.com/pdf/1.3/'
const NAMESPACES: ReadonlyMap<string, readonly string[]> = new Map([
  [DUBLIN_CORE, ['title', 'creator', 'description', 'subject']],
  [ADOBE_PDF, ['Keywords']],
])

/** Prefixes of these namespaces in one file; programs write one of each. */
const MAX_BINDINGS = 32

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex: string, decimal: string, name: string) => {
    if (name) return entities[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

const withoutTags = (text: string): string =>
  decoded(text.replace(/<[^>]*>|\s+/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

/**
 * The XMP properties that readers show in a title bar or dialog (ISO 32000-2 §12.2, DisplayDocTitle): title, author, …
 * by name, under any prefix. Null when undecidable: another encoding or filter, own entity definitions, one name with
 * two values, or too many prefixes.
 */
function readXmpMetadata(file: PdfFile, value: PdfValue): Map<string, string> | null {
  const stream = file.resolve(value)
  if (!(stream instanceof PdfStream)) return new Map()
  const data = readable(() => file.streamData(stream))
  const text = data ? Buffer.from(data).toString('utf8') : '\0'
  if (/\0|\ufffd|<!DOCTYPE|<!ENTITY|<!\[CDATA\[/i.test(text)) return null
  const shown = new Map<string, string>()
  const plain = text.replace(/<!--[^]*?-->/g, '')
  const prefixes = [...plain.matchAll(/\bxmlns(?::([\w.-]+))?\s*=\s*(["'])([^]*?)\2/g)]
  const bound: [prefix: string, uri: string][] = [
    ...prefixes.map(([, prefix = '', , uri = '']): [string, string] => [prefix, decoded(uri).trim()]),
    ['dc', DUBLIN_CORE],
    ['pdf', ADOBE_PDF],
  ]
  // one prefix may be bound to both namespaces, in different elements
  const known = [...new Map(bound.map((binding) => [binding.join(' '), binding])).values()].flatMap(([prefix, uri]) => {
    const names = NAMESPACES.get(uri)
    return names ? [{ prefix, names }] : []
  })
  // a default namespace would give a meaning to every name without a prefix
  if (known.length > MAX_BINDINGS || known.some(({ prefix }) => prefix === '')) return null
  for (const { prefix, names } of known) {
    for (const name of names) {
      for (const found of valuesOf(plain, `${prefix}:${name}`)) {
        if ((shown.get(name) ?? found) !== found) return null
        shown.set(name, found)
      }
    }
  }
  return shown
}

/** The contents of all elements and attributes of this name. */
function valuesOf(text: string, name: string): string[] {
  const tag = name.replaceAll('.', '\\.')
  const elements = text.matchAll(new RegExp(`<(${tag})(?=[\\s>])[^>]*>([^]*?)</\\1\\s*>`, 'g'))
  const attributes = text.matchAll(new RegExp(`\\s${tag}\\s*=\\s*(["'])([^]*?)\\1`, 'g'))
  return [
    ...[...elements].map(([, , body = '']) => withoutTags(body)),
    ...[...attributes].map(([, , body = '']) => withoutTags(body)),
  ].filter((value) => value !== '')
}

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
