import { spawnSync } from 'node:child_process'

/** The words of a PDF, extracted by another program; null when it is not installed. */
export function textOf(pdf: Uint8Array): string | null {
  const { status, stdout, error } = spawnSync('pdftotext', ['-enc', 'UTF-8', '-', '-'], { input: pdf })
  if (error !== undefined) return null
  if (status !== 0) throw new Error('pdftotext cannot read the file')
  return stdout.toString('utf8').replace(/\s+/g, ' ')
}
