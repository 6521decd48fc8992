import type { EditorDocument } from './document.ts'

/** What a step goes back to. */
export type Moment = { readonly document: EditorDocument; readonly selection: readonly string[] }

/** Steps without end: each holds the one before it, so that a step more copies nothing. */
export type Steps = { readonly moment: Moment; readonly before: Steps } | null

export type History = {
  readonly past: Steps
  readonly present: Moment
  readonly future: Steps
  /** The name of the step that is still growing: the next change of that name belongs to it. */
  readonly group: string | null
}

export const beginHistory = (document: EditorDocument): History => ({
  past: null,
  present: { document, selection: [] },
  future: null,
  group: null,
})

/** A change of the document. With the name of the step that is growing, no step of its own. */
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

/** Ends the step that is growing: what comes next is a step of its own. */
export const seal = (history: History): History => (history.group === null ? history : { ...history, group: null })

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a === b || (a.length === b.length && a.every((id, at) => id === b[at]))

/** Another selection is no step, and ends the one that is growing. */
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
