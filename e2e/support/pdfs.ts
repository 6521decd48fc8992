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

/** Foreign PDFs on this machine: manuals of Debian packages. Each file once, smallest first. */
export function documentsOfOthers(count: number): Sample[] {
  const found = new Map<string, Sample>()
  try {
    for (const path of walk('/usr/share/doc')) {
      const name = basename(path).replace(/\.gz$/, '')
      const bytes = read(path)
      if (bytes.subarray(0, 5).toString() === '%PDF-' && bytes.length < 2_000_000) found.set(name, { name, bytes })
    }
  } catch (error) {
    // A machine without documentation has none.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
  const samples = [...found.values()].toSorted((a, b) => a.bytes.length - b.bytes.length).slice(0, count)
  if (samples.length < count && process.env['FOJA_REQUIRE_VALIDATORS']) {
    throw new Error(`${count} foreign PDFs are required and ${samples.length} were found`)
  }
  return samples
}

/** A PDF of our own, for machines without others. */
export const ownDocument = (): Sample => ({ name: 'Acta de acuerdo.pdf', bytes: Buffer.from(makePdf()) })
