/** Puts an entry as the newest one; beyond `most` the oldest goes. */
export function putNewest<T>(entries: Map<string, T>, key: string, value: T, most: number): void {
  entries.delete(key)
  entries.set(key, value)
  const [oldest] = entries.keys()
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}
