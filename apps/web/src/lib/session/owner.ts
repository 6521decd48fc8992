/**
 * The user whose data this browser holds. Drafts and files carry the user's id; when another user signs in, they are
 * deleted before a page is rendered. For the same user they are kept, also over /refresh.
 */

const key = 'foja-owner'
export const draftPrefix = 'foja-draft:'

let owner: string | null = null
let turn = 0
const listeners = new Set<() => void>()

/** The id of the current or last user of this page, or null. */
export const getOwner = (): string | null => owner

/** Counts changes of the user: components of one user must not stay mounted for the next. */
export const getTurn = (): number => turn

/** Calls `listener` when another user takes over, before any page receives their session. */
export function onNewOwner(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The last user of this browser, also from before this page was opened. */
export function lastOwner(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function storeOwner(id: string): void {
  try {
    localStorage.setItem(key, id)
  } catch {
    // Storage is unavailable; drafts and files still carry the user's id.
  }
}

function deleteOtherUsersDrafts(id: string): void {
  try {
    const own = `${draftPrefix}${id}:`
    for (const name of Object.keys(sessionStorage))
      if (name.startsWith(draftPrefix) && !name.startsWith(own)) sessionStorage.removeItem(name)
  } catch {
    // Storage is unavailable.
  }
}

/** Makes `id` the owner in the same task as their session becomes known, so that no request runs in between. */
export function claim(id: string): void {
  const others = owner !== null && owner !== id
  owner = id
  storeOwner(id)
  deleteOtherUsersDrafts(id)
  if (!others) return
  turn += 1
  for (const listener of listeners) listener()
}

/** For tests: resets to the state of a new page of the user `id`. */
export function resetOwner(id: string | null = null): void {
  owner = id
}
