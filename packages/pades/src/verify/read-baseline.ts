import type { PdfFile } from '../pdf/file.ts'
import { nameOf, PdfArray, PdfDict, PdfRef, type PdfValue, textOf } from '../pdf/objects.ts'
import { pagesOf } from '../pdf/pages.ts'
import type { Permissions } from '../pdf/permissions.ts'
import type { WorkBudget } from '../work-budget.ts'
import { inheritedValue } from './appearance/field-text.ts'
import { isStructure, readStructure, type StructurePart } from './baseline-structure.ts'
import { followReferences } from './follow-references.ts'
import {
  type Baseline,
  type FieldHub,
  FREE_CATALOG_KEYS,
  type Hub,
  openKeys,
  type Slot,
  type StructureKind,
} from './baseline.ts'

const refNumber = (value: PdfValue): number | null => (value instanceof PdfRef ? value.number : null)

class Builder {
  readonly hubs: Map<number, Hub> = new Map()
  readonly parts: Map<number, number> = new Map()
  readonly structure: Map<number, StructureKind> = new Map()
  readonly frozen: Map<number, number | null> = new Map()
  readonly slots: Map<number, Slot> = new Map()
  readonly fieldNames: Set<string> = new Set()
  readonly usedFonts: Set<string> = new Set()
  usesFormAppearance = false
  private readonly openFields: FieldHub[] = []
  /** Values whose whole reach is frozen, with the page where they were found. */
  readonly pending: { value: PdfValue; page: number | null }[] = []
  readonly file: PdfFile
  readonly permissions: Permissions
  readonly budget: WorkBudget

  constructor(file: PdfFile, permissions: Permissions, budget: WorkBudget) {
    this.file = file
    this.permissions = permissions
    this.budget = budget
  }

  addHub(number: number, hub: Hub): boolean {
    this.budget.spend(1)
    // a page that is also a field, or one object in two places, is never written by real software
    if (this.hubs.has(number)) {
      this.frozen.set(number, null)
      return false
    }
    this.hubs.set(number, hub)
    return true
  }

  /** An indirect container belongs to its owner; with a second owner it is frozen. */
  addPart(value: PdfValue, owner: number): void {
    const number = refNumber(value)
    if (number === null) return
    if (this.parts.has(number) || this.hubs.has(number)) this.pending.push({ value, page: null })
    else this.parts.set(number, owner)
  }

  freeze(value: PdfValue, page: number | null = null): void {
    this.pending.push({ value, page })
  }

  freezeEntries(dict: PdfDict, except: ReadonlySet<string>, page: number | null = null): void {
    for (const [key, value] of dict.entries) if (!except.has(key)) this.freeze(value, page)
  }

  catalog(root: number): void {
    const { file } = this
    const { catalog } = file
    this.addHub(root, { kind: 'catalog' })
    this.freezeEntries(catalog, new Set([...FREE_CATALOG_KEYS, 'AcroForm', 'Pages', 'StructTreeRoot']))
    const form = file.dict(catalog.get('AcroForm'))
    if (form) {
      this.addPart(catalog.get('AcroForm'), root)
      this.freezeEntries(form, new Set(['Fields', 'DR']))
      this.resources(form.get('DR'), root)
      this.addPart(form.get('Fields'), root)
      this.fields(form.get('Fields'), null, 0)
    }
    this.pages(catalog.get('Pages'))
  }

  /** /DR accepts new names; existing ones are frozen. */
  resources(value: PdfValue, owner: number): void {
    const resources = this.file.dict(value)
    this.addPart(value, owner)
    for (const [, category] of resources?.entries ?? []) {
      this.addPart(category, owner)
      const names = this.file.dict(category)
      if (names) this.freezeEntries(names, new Set())
      else this.freeze(category)
    }
  }

  fields(list: PdfValue, parent: FieldHub | null, depth: number): void {
    const items = this.file.resolve(list)
    for (const item of items instanceof PdfArray ? items.items : []) {
      const dict = item instanceof PdfRef ? this.file.dict(item) : null
      if (item instanceof PdfRef && dict && depth < 64) this.field(item.number, dict, parent, depth)
      else this.freeze(item)
    }
  }

  field(number: number, dict: PdfDict, parent: FieldHub | null, depth: number): void {
    const { file } = this
    const part = textOf(file.resolve(dict.get('T')))
    const name = [parent?.name ?? '', part ?? ''].filter((piece) => piece !== '').join('.')
    const type = nameOf(file.resolve(dict.get('FT'))) ?? parent?.type ?? null
    const kids = file.resolve(dict.get('Kids'))
    const children = kids instanceof PdfArray ? kids.items : []
    const terminal = !children.some((kid) => textOf(file.resolve(file.dict(kid)?.get('T') ?? null)) !== null)
    // the value may be inherited from a parent (ISO 32000-2 §12.7.4.1)
    const signed = type === 'Sig' && (parent?.signed === true || file.resolve(dict.get('V')) !== null)
    const open = terminal && !signed && this.permissions.docMdp !== 1 && !this.permissions.isLocked(name)
    const hub: FieldHub = { kind: 'field', number, name, type, terminal, open, signed, widgets: [] }
    this.fieldNames.add(name)
    if (!this.addHub(number, hub)) return
    if (terminal) {
      this.freezeEntries(dict, openKeys(hub, number))
      if (children.length === 0) hub.widgets.push(number)
      if (open) this.openFields.push(hub)
      if (type === 'Tx' || type === 'Ch') this.defaultAppearance(dict)
      for (const kid of children) this.widget(kid, hub)
      return
    }
    this.freezeEntries(dict, new Set(['Kids']))
    this.addPart(dict.get('Kids'), number)
    this.fields(dict.get('Kids'), hub, depth + 1)
  }

  widget(kid: PdfValue, field: FieldHub): void {
    const dict = kid instanceof PdfRef ? this.file.dict(kid) : null
    if (!(kid instanceof PdfRef) || !dict) return this.freeze(kid)
    if (!this.addHub(kid.number, { kind: 'widget', field })) return
    field.widgets.push(kid.number)
    this.freezeEntries(dict, openKeys(field, kid.number))
  }

  /** The font that readers use when they draw the field themselves (ISO 32000-2 §12.7.4.3). */
  private defaultAppearance(dict: PdfDict): void {
    const own = textOf(inheritedValue(this.file, dict, 'DA'))
    if (own === null) this.usesFormAppearance = true
    const form = this.file.dict(this.file.catalog.get('AcroForm'))
    const text = own ?? textOf(this.file.resolve(form?.get('DA') ?? null)) ?? ''
    for (const [, name = ''] of text.matchAll(/\/([^\s/[\]()<>]+)/g)) this.usedFonts.add(name)
  }

  /** Classifies the objects that only permitted changes reach, once all frozen ones are known. */
  assignSlots(): void {
    const { file } = this
    for (const field of this.openFields) {
      for (const number of new Set([field.number, ...field.widgets])) {
        const dict = file.load(number)?.value ?? null
        if (dict instanceof PdfDict) for (const key of openKeys(field, number)) this.assign(dict.get(key), field.number)
      }
    }
    for (const key of ['DSS', 'Extensions', 'Metadata'] as const) this.assign(file.catalog.get(key), key)
    this.assign(file.trailer.get('Info'), 'Info')
    this.close()
  }

  private assign(value: PdfValue, slot: Slot): void {
    followReferences(this.file, [value], this.budget, (reference) => {
      const { number } = reference
      const owner = this.slots.get(number)
      if (owner === slot || this.isSorted(number)) return false
      // shared by two changes: neither may change it
      if (owner !== undefined) this.freeze(reference)
      else this.slots.set(number, slot)
      return owner === undefined
    })
  }

  private isSorted(number: number): boolean {
    return this.hubs.has(number) || this.frozen.has(number) || this.structure.has(number) || this.parts.has(number)
  }

  pages(tree: PdfValue): void {
    let count = 0
    for (const page of pagesOf(this.file)) {
      count++
      if (!this.addHub(page.ref.number, { kind: 'page', page: count })) continue
      this.freezeEntries(page.dict, new Set(['Annots']), count)
      this.annotations(page.dict.get('Annots'), page.ref.number, count)
    }
    this.pageNodes(tree, new Set())
  }

  pageNodes(node: PdfValue, seen: Set<number>): void {
    const number = refNumber(node)
    const dict = this.file.dict(node)
    if (number === null || !dict || seen.has(number) || this.hubs.get(number)?.kind === 'page') return
    seen.add(number)
    if (!this.addHub(number, { kind: 'page-node' })) return
    this.freezeEntries(dict, new Set())
    const kids = this.file.resolve(dict.get('Kids'))
    for (const kid of kids instanceof PdfArray ? kids.items : []) this.pageNodes(kid, seen)
  }

  annotations(value: PdfValue, owner: number, page: number): void {
    this.addPart(value, owner)
    const list = this.file.resolve(value)
    if (list instanceof PdfArray) for (const item of list.items) this.freeze(item, page)
    else this.freeze(value, page)
  }

  /**
   * Classifies the structure tree, once all the rest has been frozen: an object that is also reached in another way
   * stays frozen, whatever its type.
   */
  structureTree(root: PdfValue): void {
    const pending: StructurePart[] = [{ value: root, kind: 'root' }]
    for (let next = pending.pop(); next; next = pending.pop()) {
      this.budget.spend(2)
      const number = refNumber(next.value)
      const found = this.file.resolve(next.value)
      if (number === null || !isStructure(this.file, found, next.kind)) this.freeze(next.value)
      else if (!this.hubs.has(number) && !this.frozen.has(number) && !this.structure.has(number)) {
        this.structure.set(number, next.kind)
        const { parts, frozen } = readStructure(this.file, found, next.kind)
        pending.push(...parts)
        for (const value of frozen) this.freeze(value)
      }
    }
    this.close()
  }

  /** Follows references from everything frozen; hubs have their own rules and end the walk. */
  close(): void {
    // pages first and in order, so that shared objects are reported with their first page
    const pending = this.pending.splice(0).toSorted((a, b) => (a.page ?? Infinity) - (b.page ?? Infinity) || 0)
    for (const { value, page } of pending) {
      followReferences(this.file, [value], this.budget, ({ number }) => {
        if (this.hubs.has(number) || this.frozen.has(number) || this.structure.has(number)) return false
        this.frozen.set(number, page)
        return true
      })
    }
  }
}

/**
 * Classifies the objects of a revision. Throws WorkBudgetError for hostile sizes and PadesError for damaged objects.
 */
export function readBaseline(file: PdfFile, permissions: Permissions, budget: WorkBudget): Baseline | null {
  const root = refNumber(file.trailer.get('Root'))
  if (root === null) return null
  const builder = new Builder(file, permissions, budget)
  builder.catalog(root)
  builder.close()
  builder.structureTree(file.catalog.get('StructTreeRoot'))
  builder.assignSlots()
  const { hubs, parts, structure, frozen, slots, fieldNames, usedFonts, usesFormAppearance } = builder
  return { file, hubs, parts, structure, frozen, slots, fieldNames, usedFonts, usesFormAppearance, root }
}
