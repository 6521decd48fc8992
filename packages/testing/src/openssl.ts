import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasValidator } from './validators.ts'

/** Runs openssl, which must be installed, in a folder with these files; returns its status and output. */
export function openssl(args: string[], files: Record<string, Uint8Array>): string {
  const folder = mkdtempSync(join(tmpdir(), 'foja-openssl-'))
  try {
    for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
    const { status, stdout, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' })
    return `${status} ${stdout}${stderr}`
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Certificates in DER as one PEM file. */
export const pem = (...ders: Uint8Array[]): Buffer =>
  Buffer.from(
    ders
      .map((der) => `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`)
      .join(''),
  )

/** What `openssl cms` says of a signature over `data`. `trust`: at least `root.pem`. */
export function verifyCms(cms: Uint8Array, data: Uint8Array, trust: Record<string, Uint8Array>): string {
  const command = 'cms -verify -binary -inform DER -in cms -content data -CAfile root.pem -purpose any -out out'
  return openssl(command.split(' '), { ...trust, data, cms })
}

/**
 * The number of signatures that openssl finds intact and issued under `root` (DER); null when it is not installed. Finds
 * them without the reader of Foja (ISO 32000-2, 12.8.1: /Contents is what /ByteRange leaves out).
 */
export function intactByOpenssl(pdf: Uint8Array, root: Uint8Array): number | null {
  if (!hasValidator('openssl')) return null
  const file = Buffer.from(pdf)
  const ranges = file.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)
  return [...ranges].filter((range) => {
    const [start, length, next, rest] = range.slice(1).map(Number) as [number, number, number, number]
    const cms = Buffer.from(file.toString('latin1', start + length + 1, next - 1), 'hex')
    const data = Buffer.concat([file.subarray(start, start + length), file.subarray(next, next + rest)])
    return verifyCms(cms, data, { 'root.pem': pem(root) }).includes('CMS Verification successful')
  }).length
}
