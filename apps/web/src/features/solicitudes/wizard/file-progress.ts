/** Progress per file from the total progress: files are sent in this order. */
export function progressOf(sizes: readonly number[], loaded: number, total: number): number[] {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  // Boundaries, names and data come before the files.
  let left = Math.max(0, loaded - Math.max(0, total - bytes))
  return sizes.map((size) => {
    const share = size === 0 ? (left > 0 || loaded >= total ? 1 : 0) : Math.min(1, left / size)
    left = Math.max(0, left - size)
    return share
  })
}
