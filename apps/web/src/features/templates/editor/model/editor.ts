import type { TemplateField } from '@foja/contracts/template-fields'
import type { TemplateLocale } from '@foja/contracts/template-field-types'
import type { Point, Rect, Size } from '../../../../lib/files/geometry.ts'
import { align, distribute, sameSize, type Alignment } from './arrange.ts'
import type { Axis } from './axis.ts'
import { copyOf, pasteFields, type Clipboard } from './clipboard.ts'
import { changeFields, fieldsOf, pageOf, placeField, type EditorDocument, type EditorField } from './document.ts'
import { beginHistory, choose, redo, seal, step, undo, type History } from './history.ts'
import { insideOf, moveBy } from './move.ts'
import { inReadingOrder, putBefore, shift } from './order.ts'
import { patchField, type FieldPatch } from './patch.ts'
import { scaleBy } from './scale.ts'

export type EditorState = {
  readonly history: History
  /** Width and height of each page in points. */
  readonly pages: readonly Size[]
  readonly clipboard: Clipboard | null
  /** Keys in the last saved version. CSV files use them as columns, so they no longer follow the label. */
  readonly savedKeys: ReadonlySet<string>
  /** Counter for field ids. */
  readonly count: number
  /** Counts changes that did not come from typing: undo, redo, replace. */
  readonly revision: number
}

export type EditorAction =
  | { type: 'add'; field: TemplateField }
  /** Changes the same properties of all given fields; with `group`, merged into the undo step of that name. */
  | { type: 'patch'; ids: readonly string[]; patch: FieldPatch; group?: string }
  | { type: 'locale'; locale: TemplateLocale }
  /** Dropped fields; without `page` they stay on theirs. */
  | { type: 'place'; places: ReadonlyMap<string, Rect & { page?: number }> }
  | { type: 'nudge'; by: Point }
  /** Moves the lower right corner of the selection on each page and scales its fields in proportion. */
  | { type: 'grow'; by: Point }
  | { type: 'align'; to: Alignment }
  | { type: 'distribute'; axis: Axis }
  | { type: 'same-size'; axis: Axis }
  | { type: 'remove' }
  | { type: 'copy' }
  | { type: 'cut' }
  | { type: 'paste'; page: number }
  | { type: 'duplicate' }
  | { type: 'order'; id: string; by: -1 | 1 }
  | { type: 'put-before'; ids: readonly string[]; before: string | null }
  | { type: 'reading-order' }
  /** Replaces the document in one undo step: another version, detected fields, a draft. */
  | { type: 'replace'; locale: TemplateLocale; fields: readonly TemplateField[] }
  | { type: 'append'; fields: readonly TemplateField[] }
  | { type: 'select'; ids: readonly string[] }
  | { type: 'seal' }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'saved'; fields: readonly TemplateField[] }

type Start = { locale: TemplateLocale; fields: readonly TemplateField[]; pages: readonly Size[] }

const numbered = (fields: readonly TemplateField[], from: number): EditorField[] =>
  fields.map((field, at) => ({ ...field, id: `f${from + at}` }))

const keysOf = (fields: readonly TemplateField[]): ReadonlySet<string> => new Set(fields.map(({ key }) => key))

export const beginEditor = ({ locale, fields, pages }: Start): EditorState => ({
  history: beginHistory({ locale, fields: numbered(fields, 0) }),
  pages,
  clipboard: null,
  savedKeys: keysOf(fields),
  count: fields.length,
  revision: 0,
})

export const documentOf = (state: EditorState): EditorDocument => state.history.present.document
export const selectionOf = (state: EditorState): readonly string[] => state.history.present.selection
export const selectedOf = (state: EditorState): EditorField[] => fieldsOf(documentOf(state), selectionOf(state))

/** The fields that recipients fill follow the key of their signature; without it the office fills them. */
function withFillers(document: EditorDocument, before: EditorDocument): EditorDocument {
  const signatures = document.fields.filter(({ type }) => type === 'signature')
  const fillerOf = (key: string) => {
    if (signatures.some((one) => one.key === key)) return key
    const id = before.fields.find((one) => one.type === 'signature' && one.key === key)?.id
    return signatures.find((one) => one.id === id)?.key
  }
  const stray = document.fields.filter(({ filled_by: key }) => key !== undefined && fillerOf(key) !== key)
  return changeFields(
    document,
    stray.map(({ id }) => id),
    ({ filled_by: key, ...field }) => {
      const filler = fillerOf(key!)
      return filler === undefined ? field : { ...field, filled_by: filler }
    },
  )
}

/** Changes the document in its own undo step, or in the step of the current group. */
function change(
  state: EditorState,
  document: EditorDocument,
  { selection = selectionOf(state), group = null }: { selection?: readonly string[]; group?: string | null } = {},
): EditorState {
  const next = withFillers(document, documentOf(state))
  const history = step(state.history, { document: next, selection }, group)
  return history === state.history ? state : { ...state, history }
}

/** Replaces the moved fields at their places in the document. */
function withFields(document: EditorDocument, moved: readonly EditorField[]): EditorDocument {
  const byId = new Map(moved.map((field) => [field.id, field]))
  return changeFields(document, [...byId.keys()], (field) => byId.get(field.id) ?? field)
}

const withPlaces = (document: EditorDocument, places: ReadonlyMap<string, Rect & { page?: number }>): EditorDocument =>
  changeFields(document, [...places.keys()], (field) => placeField(field, places.get(field.id) ?? field))

/** Appends fields with new ids and selects them. */
function append(state: EditorState, added: readonly TemplateField[]): EditorState {
  const document = documentOf(state)
  const fields = numbered(added, state.count)
  const next = change(
    state,
    { ...document, fields: [...document.fields, ...fields] },
    { selection: fields.map(({ id }) => id) },
  )
  return { ...next, count: state.count + fields.length }
}

function remove(state: EditorState): EditorState {
  const removed = new Set(selectionOf(state))
  const document = documentOf(state)
  if (removed.size === 0) return state
  return change(state, { ...document, fields: document.fields.filter(({ id }) => !removed.has(id)) }, { selection: [] })
}

function paste(state: EditorState, clipboard: Clipboard, page: number): EditorState {
  const { fields, next } = pasteFields(clipboard, documentOf(state).fields, page, state.pages)
  return { ...append(state, fields), clipboard: next }
}

function patch(state: EditorState, ids: readonly string[], wanted: FieldPatch, group: string | undefined): EditorState {
  const document = documentOf(state)
  const next = changeFields(document, ids, (field) => {
    const patched = patchField(field, wanted, document.fields, state.savedKeys)
    const page = pageOf(state.pages, patched.page)
    return patched.page === field.page ? patched : placeField(patched, insideOf(patched, page))
  })
  return change(state, next, { group: group ?? null })
}

function reorder(state: EditorState, fields: readonly EditorField[]): EditorState {
  const document = documentOf(state)
  return fields === document.fields ? state : change(state, { ...document, fields })
}

const withHistory = (state: EditorState, history: History): EditorState =>
  history === state.history ? state : { ...state, history }

const revised = (state: EditorState, history: History): EditorState =>
  history === state.history ? state : { ...state, history, revision: state.revision + 1 }

/** The reducer of the editor. Pure; returns the same state if nothing changes. */
export function reduceEditor(state: EditorState, action: EditorAction): EditorState {
  const document = documentOf(state)
  const selected = selectedOf(state)
  switch (action.type) {
    case 'add':
      return append(state, [action.field])
    case 'append':
      return action.fields.length === 0 ? state : append(state, action.fields)
    case 'patch':
      return patch(state, action.ids, action.patch, action.group)
    case 'locale':
      return action.locale === document.locale ? state : change(state, { ...document, locale: action.locale })
    case 'place':
      return change(state, withPlaces(document, action.places))
    case 'nudge':
      return change(state, withFields(document, moveBy(selected, action.by, state.pages)), { group: 'nudge' })
    case 'grow':
      return change(state, withFields(document, scaleBy(selected, action.by, state.pages)), { group: 'grow' })
    case 'align':
      return change(state, withPlaces(document, align(selected, action.to, state.pages)))
    case 'distribute':
      return change(state, withPlaces(document, distribute(selected, action.axis)))
    case 'same-size': {
      const model = selected.find(({ id }) => id === selectionOf(state).at(-1))
      if (model === undefined) return state
      return change(state, withPlaces(document, sameSize(selected, model, action.axis, state.pages)))
    }
    case 'remove':
      return remove(state)
    case 'copy':
      return selected.length === 0 ? state : { ...state, clipboard: copyOf(selected) }
    case 'cut':
      return selected.length === 0 ? state : { ...remove(state), clipboard: copyOf(selected) }
    case 'paste':
      return state.clipboard === null ? state : paste(state, state.clipboard, action.page)
    case 'duplicate': {
      const [first] = selected
      if (first === undefined) return state
      return { ...paste(state, copyOf(selected), first.page), clipboard: state.clipboard }
    }
    case 'order':
      return reorder(state, shift(document.fields, action.id, action.by))
    case 'put-before':
      return reorder(state, putBefore(document.fields, action.ids, action.before))
    case 'reading-order':
      return reorder(state, inReadingOrder(document.fields))
    case 'replace': {
      const fields = numbered(action.fields, state.count)
      const next = change(state, { locale: action.locale, fields }, { selection: [] })
      return { ...next, count: state.count + fields.length, revision: state.revision + 1 }
    }
    case 'select':
      return withHistory(state, choose(state.history, action.ids))
    case 'seal':
      return withHistory(state, seal(state.history))
    case 'undo':
      return revised(state, undo(state.history))
    case 'redo':
      return revised(state, redo(state.history))
    case 'saved':
      return { ...state, savedKeys: keysOf(action.fields) }
    default:
      return action satisfies never
  }
}
