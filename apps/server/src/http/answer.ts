/** What a handler returns: a status that the call's contract declares, and the body of that status. */
export function answer<const S extends number, B>(status: S, body: B): { status: S; body: B } {
  return { status, body }
}
