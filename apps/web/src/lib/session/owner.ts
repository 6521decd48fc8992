/**
 * Whose data this browser holds. Drafts and files carry the id of their person, and when another one signs in what the
 * last one left ends before a page is drawn. The same person keeps it all, also over /refresh.
 */

const key = 'foja-owner'
export const draftPrefix = 'foja-draft:'

let owner: string | null = null
let turn = 0
const listeners = new Set<() => void>()

/** The id of the person who is, or was last, signed in on this page; null before anybody was. */
export const getOwner = (): string | null => owner

/** Counts the times that another person took over this page: what is drawn for one turn must not live on in the next. */
export const getTurn = (): number => turn

/** Calls `listener` when another person takes over, before any page is told of their session. */
export function onNewOwner(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Who was last signed in in this browser, also before this page was opened. */
export function lastOwner(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function noteOwner(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // Drafts and files carry their person's id all the same.
  }
}

function endDraftsOfOthers(id: string): void {
  try {
    const own = `${draftPrefix}${id}:`
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(draftPrefix) && !name.startsWith(own)) sessionStorage.removeItem(name)
  } catch {
    // Nothing was kept, then.
  }
}

/** Makes `id` the owner, in the same breath as their session becomes known, so that nothing is asked in between. */
export function claim(id: string): void {
  const others = owner !== null && owner !== id
  owner = id
  noteOwner(id)
  endDraftsOfOthers(id)
  if (!others) return
  turn += 1
  for (const listener of listeners) listener()
}

/** For tests: as if the page had just been opened, by `id`. */
export function resetOwner(id: string | null = null): void {
  owner = id
}
