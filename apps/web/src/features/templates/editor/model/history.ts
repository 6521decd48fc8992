import type { EditorDocument } from './document.ts'

/** The state that an undo step restores. */
export type Moment = { readonly document: EditorDocument; readonly selection: readonly string[] }

/** A linked list, so that adding a step copies nothing. */
export type Steps = { readonly moment: Moment; readonly before: Steps } | null

export type History = {
  readonly past: Steps
  readonly present: Moment
  readonly future: Steps
  /** The open group: the next change with the same group name joins its step. */
  readonly group: string | null
}

export const beginHistory = (document: EditorDocument): History => ({
  past: null,
  present: { document, selection: [] },
  future: null,
  group: null,
})

/** Adds an undo step. A change with the name of the open group joins its step. */
export function step(history: History, next: Moment, group: string | null = null): History {
  if (next.document === history.present.document) return choose(history, next.selection)
  const grows = group !== null && group === history.group
  return {
    past: grows ? history.past : { moment: history.present, before: history.past },
    present: next,
    future: null,
    group,
  }
}

/** Closes the open group: the next change is a new step. */
export const seal = (history: History): History => (history.group === null ? history : { ...history, group: null })

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a === b || (a.length === b.length && a.every((id, at) => id === b[at]))

/** A selection change is not a step, and closes the open group. */
export function choose(history: History, selection: readonly string[]): History {
  if (sameIds(history.present.selection, selection)) return history
  return { ...history, present: { ...history.present, selection }, group: null }
}

export function undo(history: History): History {
  const { past, present, future } = history
  if (past === null) return history
  return { past: past.before, present: past.moment, future: { moment: present, before: future }, group: null }
}

export function redo(history: History): History {
  const { past, present, future } = history
  if (future === null) return history
  return { past: { moment: present, before: past }, present: future.moment, future: future.before, group: null }
}
