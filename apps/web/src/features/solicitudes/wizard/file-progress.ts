/** How far each file of an upload is, from how far the whole is: they travel one after the other, in this order. */
export function progressOf(sizes: readonly number[], loaded: number, total: number): number[] {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  // What is sent besides the files stands before them: names, boundaries and the data.
  let left = Math.max(0, loaded - Math.max(0, total - bytes))
  return sizes.map((size) => {
    const share = size === 0 ? (left > 0 || loaded >= total ? 1 : 0) : Math.min(1, left / size)
    left = Math.max(0, left - size)
    return share
  })
}
