import type { PdfFile } from '../pdf/file.ts'

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
