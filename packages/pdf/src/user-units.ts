import { inflateSync } from 'node:zlib'
import { saveCopy, type OpenDocument } from './pdfium-document.ts'

const name = '/UserUnit'
/** All pages are copied to find their units: larger files are measured without. */
const largestFile = 48 * 1024 * 1024
/** Total inflated size of object streams during the search. */
const maxInflated = 64 * 1024 * 1024

/**
 * Points per unit of each page (ISO 32000-2 §8.3.2.3); 1 except for some plans and posters. The engine draws and
 * measures in units, but placing and creating a signature must use the same points.
 */
export function userUnitOf(document: OpenDocument, page: number): number {
  document.units ??= readUnits(document)
  return document.units.get(page) ?? 1
}

function readUnits(document: OpenDocument): ReadonlyMap<number, number> {
  const { instance, memory, size, handle, pages } = document
  const { fpdf } = instance
  const { HEAPU8 } = instance.heap()
  if (size > largestFile || !isNamed(Buffer.from(HEAPU8.buffer, HEAPU8.byteOffset + memory, size))) return new Map()
  const copied = fpdf.FPDF_CreateNewDocument()
  const isCopied = fpdf.FPDF_ImportPages(copied, handle, `1-${pages}`, 0)
  const copy = isCopied ? saveCopy({ ...document, handle: copied }) : new Uint8Array()
  fpdf.FPDF_CloseDocument(copied)
  return unitsOfCopy(Buffer.from(copy))
}

/** True if the file contains a UserUnit, in plain or in an object stream (§7.5.7). */
function isNamed(file: Buffer): boolean {
  if (file.includes(name)) return true
  let left = maxInflated
  for (let at = file.indexOf('/ObjStm'); at !== -1; at = file.indexOf('/ObjStm', at + 1)) {
    const keyword = file.indexOf('stream', at)
    if (keyword === -1 || left <= 0) return false
    const objects = inflated(file.subarray(keyword + 'stream'.length + (file[keyword + 6] === 0x0d ? 2 : 1)), left)
    if (objects?.includes(name)) return true
    left -= objects?.length ?? 0
  }
  return false
}

function inflated(data: Buffer, maxOutputLength: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength })
  } catch {
    return null
  }
}

/** The engine writes a plain cross-reference table (§7.5.4), and one list of all pages. */
function unitsOfCopy(copy: Buffer): ReadonlyMap<number, number> {
  const table = copy.lastIndexOf('xref\r\n0 ', copy.lastIndexOf('startxref') - 1)
  const rows = copy.indexOf('\r\n', table + 6) + 2
  const objectOf = (number: number): string => {
    const at = Number(copy.toString('latin1', rows + number * 20, rows + number * 20 + 10))
    return copy.toString('latin1', at, copy.indexOf('endobj', at))
  }
  const kids = /\/Kids\[([^\]]*)\]/.exec(objectOf(2))?.[1] ?? ''
  const unitOf = (page: string): number => {
    const [, number, reference] = /\/UserUnit (\d*\.?\d+)( 0 R)?/.exec(page) ?? []
    const value = reference === undefined ? number : /obj\s+(\d*\.?\d+)/.exec(objectOf(Number(number)))?.[1]
    return Number(value ?? 1)
  }
  const units = [...kids.matchAll(/(\d+) 0 R/g)].map(([, number], index): [number, number] => {
    return [index + 1, unitOf(objectOf(Number(number)))]
  })
  return new Map(units.filter(([, unit]) => unit > 0))
}
