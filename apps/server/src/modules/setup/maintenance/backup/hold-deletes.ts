import type { ObjectStore } from '@foja/storage/object-store'

/**
 * A store that deletes nothing while `isHeld`: a backup reads every object that its snapshot references. What stays is
 * unreferenced, and the next sweep deletes it.
 */
export function holdDeletes(inner: ObjectStore, isHeld: () => Promise<boolean>): ObjectStore {
  return {
    put: (source, options) => inner.put(source, options),
    get: (key, range) => inner.get(key, range),
    locate: (key) => inner.locate(key),
    exists: (key) => inner.exists(key),
    stat: (key) => inner.stat(key),
    list: (prefix) => inner.list(prefix),
    sweepUnfinished: (before) => inner.sweepUnfinished(before),
    ping: () => inner.ping(),
    // A row is gone before its object is deleted, so a snapshot that is taken after this check does not need it.
    delete: async (key) => {
      if (!(await isHeld())) await inner.delete(key)
    },
  }
}
