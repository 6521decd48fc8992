import type { PdfFile } from '../pdf/file.ts'
import { nameOf, PdfArray, PdfDict, PdfRef, PdfStream, textOf, type PdfValue } from '../pdf/objects.ts'
import { inheritedValue } from './appearance/field-text.ts'
import { pagesOf } from '../pdf/pages.ts'
import type { WorkBudget } from '../work-budget.ts'
import type { Permissions } from '../pdf/permissions.ts'

/**
 * A signed revision, with its objects classified by how they may change.
 *
 * - hubs: catalog, page tree nodes, pages, fields and widgets. Each has its own rules in `compare-*.ts`.
 * - parts: indirect arrays and dictionaries that belong to one hub (an /Annots array, /Kids, /Fields, /DR).
 * - structure: elements and number tree of a tagged file that only the structure tree reaches; they may list the widget
 * of a new signature (`compare-structure.ts`).
 * - frozen: every other reachable object. It must not change at all.
 *
 * - slots: objects that only one permitted change may replace: the value and appearance of one open field, validation
 * data, metadata, the information dictionary. An object reached by two slots, or by a slot and anything else, is
 * frozen.
 *
 * All other objects are unreachable: they may be freed, and a new object may take an unused number.
 */
export type Baseline = {
  file: PdfFile
  hubs: Map<number, Hub>
  parts: Map<number, number>
  structure: Map<number, StructureKind>
  frozen: Map<number, number | null>
  slots: Map<number, Slot>
  fieldNames: Set<string>
  /** Names of fonts that the default appearances of fields refer to. */
  usedFonts: Set<string>
  /** True if a text field inherits its default appearance from the form. */
  usesFormAppearance: boolean
  /** Object number of the catalog. */
  root: number
}

/** Objects that may change after signing; all others are frozen. */
export type Hub =
  | { kind: 'catalog' }
  | { kind: 'page-node' }
  | { kind: 'page'; page: number }
  | FieldHub
  | { kind: 'widget'; field: FieldHub }

/** The permitted change that an object belongs to: a field by its number, or a key of the catalog or the trailer. */
export type Slot = number | 'DSS' | 'Extensions' | 'Metadata' | 'Info'

/** A form field in the signed revision. */
export type FieldHub = {
  kind: 'field'
  number: number
  name: string
  type: string | null
  terminal: boolean
  /** True if value and appearance may still change. */
  open: boolean
  signed: boolean
  /** Object numbers of its widgets; its own when merged with one. */
  widgets: number[]
}

/** The root of the structure tree, an element, an element's list of kids, a node of the number tree (§14.7). */
export type StructureKind = 'root' | 'element' | 'list' | 'node'

/** What may grow in each; everything else in it is frozen. /P only leads back up. */
const growing: Record<Exclude<StructureKind, 'list'>, ReadonlySet<string>> = {
  root: new Set(['K', 'ParentTree', 'ParentTreeNextKey']),
  element: new Set(['K', 'P']),
  node: new Set(['Kids', 'Limits']),
}

/** Catalog entries that are not drawn: validation data, extensions and metadata may be renewed after signing. */
export const FREE_CATALOG_KEYS: ReadonlySet<string> = new Set(['DSS', 'Extensions', 'Metadata'])
/** Value and appearance of a field. */
export const FILL_KEYS: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'M', 'I', 'RV'])

/** What signing may set in an existing field, besides value and appearance. */
export const SIGN_KEYS: ReadonlySet<string> = new Set([...FILL_KEYS, 'F', 'MK', 'P', 'Type'])
/** Filling a button selects one of its appearances; they stay, or show a plain mark (`keepsMarks`). */
export const BUTTON_KEYS: ReadonlySet<string> = new Set(['V', 'AP', 'AS', 'M'])
/** The first visible line of a list box (§12.7.5.4). */
export const CHOICE_KEYS: ReadonlySet<string> = new Set([...FILL_KEYS, 'TI'])

/** Entries of the field alone: some readers would prefer those of a widget. */
const VALUE_KEYS: ReadonlySet<string> = new Set(['V', 'I', 'RV'])

/** Keys of a field's own dictionary or of a widget's that may differ later: none once it is signed or locked. */
export function openKeys(field: FieldHub, number: number): ReadonlySet<string> {
  if (!field.open) return new Set()
  const { type } = field
  const keys = type === 'Sig' ? SIGN_KEYS : type === 'Ch' ? CHOICE_KEYS : type === 'Btn' ? BUTTON_KEYS : FILL_KEYS
  return number === field.number ? keys : new Set([...keys].filter((key) => !VALUE_KEYS.has(key)))
}

const refNumber = (value: PdfValue): number | null => (value instanceof PdfRef ? value.number : null)

type StructurePart = { value: PdfValue; kind: StructureKind }

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
    const pending: PdfValue[] = [value]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      this.budget.spend(1)
      if (next instanceof PdfRef) {
        const { number } = next
        const owner = this.slots.get(number)
        if (owner === slot || this.isSorted(number)) continue
        // shared by two changes: neither may change it
        if (owner !== undefined) this.freeze(next)
        else {
          this.slots.set(number, slot)
          pending.push(this.file.load(number)?.value ?? null)
        }
      } else if (next instanceof PdfArray) for (const item of next.items) pending.push(item)
      else if (next instanceof PdfDict) for (const item of next.entries.values()) pending.push(item)
      else if (next instanceof PdfStream) pending.push(...next.dict.entries.values())
    }
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
      const fits = next.kind === 'list' ? found instanceof PdfArray : this.isStructure(found)
      if (number === null || !fits) this.freeze(next.value)
      else if (!this.hubs.has(number) && !this.frozen.has(number) && !this.structure.has(number)) {
        this.structure.set(number, next.kind)
        pending.push(...this.below(found, next.kind))
      }
    }
    this.close()
  }

  /** References to marked content and to objects are the leaves of the tree, not elements. */
  private isStructure(value: PdfValue): boolean {
    if (!(value instanceof PdfDict)) return false
    const type = nameOf(this.file.resolve(value.get('Type')))
    return type !== 'MCR' && type !== 'OBJR'
  }

  private below(value: PdfValue, kind: StructureKind): StructurePart[] {
    const parts = (items: readonly PdfValue[], of: StructureKind) => items.map((item) => ({ value: item, kind: of }))
    if (kind === 'list') return value instanceof PdfArray ? parts(value.items, 'element') : []
    if (!(value instanceof PdfDict)) return []
    this.freezeEntries(value, growing[kind])
    const raw = value.get(kind === 'node' ? 'Kids' : 'K')
    const list = this.file.resolve(raw)
    if (kind === 'node') {
      if (raw instanceof PdfRef) this.freeze(raw)
      return list instanceof PdfArray ? parts(list.items, 'node') : []
    }
    const kids =
      list instanceof PdfArray
        ? raw instanceof PdfRef
          ? parts([raw], 'list')
          : parts(list.items, 'element')
        : parts([raw], 'element')
    return kind === 'root' ? [...kids, { value: value.get('ParentTree'), kind: 'node' }] : kids
  }

  /** Follows references from everything frozen; hubs have their own rules and end the walk. */
  close(): void {
    // a stack: pages are processed first and in order, so that shared objects are reported with their first page
    const unpaged = this.pending.filter(({ page }) => page === null)
    const paged = this.pending.filter(({ page }) => page !== null).reverse()
    this.pending.splice(0, this.pending.length)
    for (const entry of unpaged) this.pending.push(entry)
    for (const entry of paged) this.pending.push(entry)
    for (let next = this.pending.pop(); next; next = this.pending.pop()) {
      this.budget.spend(1)
      const { value, page } = next
      if (value instanceof PdfRef) this.enter(value.number, page)
      else if (value instanceof PdfArray) for (const item of value.items) this.pushRest(item, page)
      else if (value instanceof PdfDict) for (const item of value.entries.values()) this.pushRest(item, page)
      else if (value instanceof PdfStream) for (const item of value.dict.entries.values()) this.pushRest(item, page)
    }
  }

  private pushRest(value: PdfValue, page: number | null): void {
    this.budget.spend(1)
    if (value !== null && typeof value === 'object') this.pending.push({ value, page })
  }

  private enter(number: number, page: number | null): void {
    if (this.hubs.has(number) || this.frozen.has(number) || this.structure.has(number)) return
    this.frozen.set(number, page)
    const object = this.file.load(number)
    if (object) this.pushRest(object.value, page)
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
