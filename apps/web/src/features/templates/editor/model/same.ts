/** Deep equality without regard to property order; an undefined property equals a missing one. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [mine, theirs] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)])
  return Array.from(names).every((name) => isSame(mine[name], theirs[name]))
}
