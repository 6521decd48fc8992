import type { PdfFile } from '../pdf/file.ts'
import { PdfStream, type PdfValue } from '../pdf/objects.ts'
import { readable } from './appearance/field-text.ts'

const NAMESPACES: Record<string, readonly string[]> = {
  'http://purl.org/dc/elements/1.1/': ['title', 'creator', 'description', 'subject'],
  'http://ns.adobe.com/pdf/1.3/': ['Keywords'],
}

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
 * by name, under any prefix. Null when undecidable: another encoding or filter, own entity definitions, or one name
 * with two values.
 */
export function readXmpMetadata(file: PdfFile, value: PdfValue): Map<string, string> | null {
  const stream = file.resolve(value)
  if (!(stream instanceof PdfStream)) return new Map()
  const data = readable(() => file.streamData(stream))
  const text = data ? Buffer.from(data).toString('utf8') : '\0'
  if (/\0|\ufffd|<!DOCTYPE|<!ENTITY|<!\[CDATA\[/i.test(text)) return null
  const shown = new Map<string, string>()
  const plain = text.replace(/<!--[^]*?-->/g, '')
  const prefixes = [...plain.matchAll(/\bxmlns(?::([\w.-]+))?\s*=\s*(["'])([^]*?)\2/g)]
  const bound = [
    ...prefixes.map(([, prefix, , uri]) => ({ prefix, names: NAMESPACES[decoded(uri ?? '').trim()] })),
    { prefix: 'dc', names: NAMESPACES['http://purl.org/dc/elements/1.1/'] },
    { prefix: 'pdf', names: NAMESPACES['http://ns.adobe.com/pdf/1.3/'] },
  ]
  const known = new Set<string>()
  for (const { prefix, names } of bound) {
    if (!names || known.has(prefix ?? '')) continue
    // a default namespace would give a meaning to every name without a prefix
    if (prefix === undefined) return null
    known.add(prefix)
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
