import type { PdfFile } from '../pdf/file.ts'
import { PdfArray, PdfDict, PdfRef, PdfStream, sameValue, type PdfValue } from '../pdf/objects.ts'
import type { WorkBudget } from '../work-budget.ts'

/** True if two values are equal in two states of a file, including everything they reference. */
export function sameContent(before: PdfFile, a: PdfValue, after: PdfFile, b: PdfValue, budget: WorkBudget): boolean {
  const seen = new Set<string>()
  const pending: [PdfValue, PdfValue][] = [[a, b]]
  for (let pair = pending.pop(); pair; pair = pending.pop()) {
    budget.spend(1)
    const [left, right] = pair
    if (left instanceof PdfRef && right instanceof PdfRef) {
      const key = `${left.number} ${left.generation} ${right.number} ${right.generation}`
      if (seen.has(key)) continue
      seen.add(key)
    }
    const [x, y] = [before.resolve(left), after.resolve(right)]
    const inner = pairsOf(before, x, after, y)
    if (inner === null) return false
    pending.push(...inner)
  }
  return true
}

/** True if two streams have the same decrypted bytes: each object of an encrypted file has its own key or start. */
export function sameBytesOf(before: PdfFile, x: PdfStream, after: PdfFile, y: PdfStream): boolean {
  const plainOf = (file: PdfFile, stream: PdfStream): Uint8Array =>
    stream.cipher ? stream.cipher.openStream(stream.dict, file.streamRaw(stream)) : file.streamRaw(stream)
  return (
    Buffer.compare(before.streamRaw(x), after.streamRaw(y)) === 0 ||
    (x.cipher !== null && y.cipher !== null && Buffer.compare(plainOf(before, x), plainOf(after, y)) === 0)
  )
}

/** The remaining parts to compare of two values; null when they already differ. */
function pairsOf(before: PdfFile, x: PdfValue, after: PdfFile, y: PdfValue): [PdfValue, PdfValue][] | null {
  if (x instanceof PdfArray && y instanceof PdfArray) {
    if (x.items.length !== y.items.length) return null
    return x.items.map((item, i) => [item, y.items[i] ?? null])
  }
  if (x instanceof PdfDict && y instanceof PdfDict) return entriesOf(x, y)
  if (x instanceof PdfStream && y instanceof PdfStream) {
    return sameBytesOf(before, x, after, y) ? entriesOf(x.dict, y.dict) : null
  }
  return sameValue(x, y) ? [] : null
}

const entriesOf = (x: PdfDict, y: PdfDict): [PdfValue, PdfValue][] =>
  [...new Set([...x.entries.keys(), ...y.entries.keys()])].map((key) => [x.get(key), y.get(key)])
