import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { makePdf } from '@foja/testing/pdfs'

export type Sample = { name: string; bytes: Buffer }

function* walk(folder: string): Iterable<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else if (/\.pdf(\.gz)?$/.test(entry.name)) yield path
  }
}

function read(path: string): Buffer {
  const bytes = readFileSync(path)
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/** PDFs that others made and that this machine has: the manuals of Debian's packages. Each file once, the smallest first. */
export function documentsOfOthers(count: number): Sample[] {
  const found = new Map<string, Sample>()
  try {
    for (const path of walk('/usr/share/doc')) {
      const name = basename(path).replace(/\.gz$/, '')
      const bytes = read(path)
      if (bytes.subarray(0, 5).toString() === '%PDF-' && bytes.length < 2_000_000) found.set(name, { name, bytes })
    }
  } catch (error) {
    // A machine without documentation has none to offer.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const samples = [...found.values()].toSorted((a, b) => a.bytes.length - b.bytes.length).slice(0, count)
  if (samples.length < count && process.env['FOJA_REQUIRE_VALIDATORS']) {
    throw new Error(`${count} PDFs of others are required here and there are ${samples.length}`)
  }
  return samples
}

/** A PDF of our own, for machines that have no other. */
export const ownDocument = (): Sample => ({ name: 'Acta de acuerdo.pdf', bytes: Buffer.from(makePdf()) })
