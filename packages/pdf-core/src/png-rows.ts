/** Undoes PNG row filters (PNG §9); `rowLength` and `step` (bytes to the left neighbour) are in bytes. Null: unknown filter. */
export function unfilterRows(data: Uint8Array, rowLength: number, step: number): Uint8Array | null {
  const rows = Math.ceil(data.length / (rowLength + 1))
  const out = new Uint8Array(rows * rowLength)
  let length = 0
  for (let row = 0; row < rows; row++) {
    const from = row * (rowLength + 1)
    const kind = data[from]!
    const to = row * rowLength
    const count = Math.min(rowLength, data.length - from - 1)
    if (kind > 4) return null
    for (let i = 0; i < count; i++) {
      const left = i >= step ? out[to + i - step]! : 0
      const up = row > 0 ? out[to - rowLength + i]! : 0
      const corner = row > 0 && i >= step ? out[to - rowLength + i - step]! : 0
      out[to + i] = data[from + 1 + i]! + predict(kind, left, up, corner)
    }
    length += count
  }
  return out.subarray(0, length)
}

function predict(kind: number, left: number, up: number, corner: number): number {
  if (kind === 0) return 0
  if (kind === 1) return left
  if (kind === 2) return up
  if (kind === 3) return (left + up) >> 1
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
}
