import type { PdfFile } from '../pdf/file.ts'
import { nameOf, PdfArray, PdfDict, PdfRef, type PdfValue } from '../pdf/objects.ts'
import type { StructureKind } from './baseline.ts'

/** What may grow in each; everything else in it is frozen. /P only leads back up. */
const growing: Record<Exclude<StructureKind, 'list'>, ReadonlySet<string>> = {
  root: new Set(['K', 'ParentTree', 'ParentTreeNextKey']),
  element: new Set(['K', 'P']),
  node: new Set(['Kids', 'Limits']),
}

export type StructurePart = { value: PdfValue; kind: StructureKind }

/** References to marked content and to objects are the leaves of the tree, not elements. */
export function isStructure(file: PdfFile, value: PdfValue, kind: StructureKind): boolean {
  if (kind === 'list') return value instanceof PdfArray
  if (!(value instanceof PdfDict)) return false
  const type = nameOf(file.resolve(value.get('Type')))
  return type !== 'MCR' && type !== 'OBJR'
}

const partsOf = (items: readonly PdfValue[], kind: StructureKind): StructurePart[] =>
  items.map((value) => ({ value, kind }))

/** The parts below a part of the structure tree, and what of it must not change. */
export function readStructure(
  file: PdfFile,
  value: PdfValue,
  kind: StructureKind,
): { parts: StructurePart[]; frozen: PdfValue[] } {
  if (kind === 'list') return { parts: value instanceof PdfArray ? partsOf(value.items, 'element') : [], frozen: [] }
  if (!(value instanceof PdfDict)) return { parts: [], frozen: [] }
  const frozen = [...value.entries].flatMap(([key, item]) => (growing[kind].has(key) ? [] : [item]))
  const raw = value.get(kind === 'node' ? 'Kids' : 'K')
  const list = file.resolve(raw)
  if (kind === 'node') {
    if (raw instanceof PdfRef) frozen.push(raw)
    return { parts: list instanceof PdfArray ? partsOf(list.items, 'node') : [], frozen }
  }
  const kids =
    list instanceof PdfArray && !(raw instanceof PdfRef)
      ? partsOf(list.items, 'element')
      : partsOf([raw], list instanceof PdfArray ? 'list' : 'element')
  if (kind === 'root') kids.push({ value: value.get('ParentTree'), kind: 'node' })
  return { parts: kids, frozen }
}
