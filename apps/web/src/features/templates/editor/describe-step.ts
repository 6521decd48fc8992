import type { templateEditor } from '../texts/template-editor.ts'
import { documentOf, selectedOf, selectionOf, type EditorAction, type EditorState } from './model/editor.ts'
import { boundsOf, type EditorField } from './model/document.ts'

type Words = typeof templateEditor

/** The accessible name of a field: label, type and position. */
export const nameOf = ({ label, type, page, x, y }: EditorField, words: Words): string =>
  words.fieldName(label, type, page, Math.round(x), Math.round(y))

function placeWords(fields: readonly EditorField[], words: Words): string | null {
  const [first] = fields
  if (first === undefined) return null
  return fields.length === 1
    ? words.announced.moved(Math.round(first.x), Math.round(first.y))
    : words.announced.movedMany(fields.length)
}

/** Size of a field, or of the bounding box of several on one page. */
function sizeWords(fields: readonly EditorField[], { announced }: Words): string | null {
  const [first] = fields
  const round = boundsOf(fields)
  if (first === undefined || round === null) return null
  const [width, height] = [Math.round(round.width), Math.round(round.height)]
  if (fields.length === 1) return announced.resized(width, height)
  return fields.every(({ page }) => page === first.page)
    ? announced.resizedTogether(fields.length, width, height)
    : announced.resizedMany(fields.length)
}

/** Describes dropped or numerically changed fields: new size, page or position. */
function droppedWords(before: readonly EditorField[], fields: readonly EditorField[], words: Words): string | null {
  const [was] = before
  const [is] = fields
  if (was === undefined || is === undefined) return null
  if (before.some(({ width, height }, at) => width !== fields[at]?.width || height !== fields[at]?.height))
    return sizeWords(fields, words)
  return was.page === is.page ? placeWords(fields, words) : words.announced.pasted(fields.length, is.page)
}

function orderWords(state: EditorState, id: string, words: Words): string | null {
  const { fields } = documentOf(state)
  const page = fields.find((field) => field.id === id)?.page
  const here = fields.filter((field) => field.page === page)
  return words.announced.placed(here.findIndex((field) => field.id === id) + 1, here.length)
}

/** The announcement for a step; null if the focus or the control announces it already. */
export function describeStep(
  action: EditorAction,
  before: EditorState,
  after: EditorState,
  words: Words,
): string | null {
  const { announced } = words
  const chosen = selectedOf(after)
  const [first] = chosen
  const were = selectedOf(before)
  switch (action.type) {
    case 'add':
      return first === undefined ? null : announced.added(nameOf(first, words))
    case 'append':
      return announced.pasted(chosen.length, first?.page ?? 1)
    case 'place':
      return droppedWords(were, chosen, words)
    case 'nudge':
      return placeWords(chosen, words)
    case 'align':
    case 'distribute':
    case 'same-size':
      return announced.aligned
    case 'grow':
      return sizeWords(chosen, words)
    case 'remove':
    case 'cut':
      return were.length === 1 ? announced.removed(were[0]?.label ?? '') : announced.removedMany(were.length)
    case 'copy':
      return announced.copied(chosen.length)
    case 'paste':
    case 'duplicate':
      return after === before ? null : announced.pasted(chosen.length, first?.page ?? 1)
    case 'order':
      return orderWords(after, action.id, words)
    case 'put-before':
      return orderWords(after, action.ids[0] ?? '', words)
    case 'undo':
      return after === before ? announced.nothingToUndo : announced.undone
    case 'redo':
      return after === before ? announced.nothingToRedo : announced.redone
    case 'select':
      return action.ids.length === 1 || selectionOf(before).length === action.ids.length
        ? null
        : announced.selected(action.ids.length)
    default:
      return null
  }
}
