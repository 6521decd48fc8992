import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCertificate } from '@foja/pades/certificate'
import type { Certificate } from '@foja/pades/certificate'
import { keySigner } from '@foja/pades/key-signer'
import type { Signer } from '@foja/pades/signer'
import type { VerifyOptions } from '@foja/pades/verify'
import { createTestAuthority } from './ca.ts'
import type { TestAuthority, TestKeyType } from './ca.ts'
import { trustIn } from './revocation-lists.ts'
import { hasValidator } from './validators.ts'
import type { Validator } from './validators.ts'

/** A signer with a certificate of a test authority, and the trusted root. */
export type TestSigner = {
  signer: Signer
  root: Certificate
  /** Options of `verify` that trust the authority, which has revoked nothing. */
  trust: (now?: Date) => VerifyOptions
}

/** Makes a signer with a new key, and an authority unless given. */
export function makeTestSigner(
  options: { name?: string; keyType?: TestKeyType; authority?: TestAuthority } = {},
): TestSigner {
  const { name = 'Lucía Fernanda Peñaherrera Narváez', keyType = 'p256' } = options
  const authority = options.authority ?? createTestAuthority({ keyType: 'p256' })
  const { privateKey, certificate, chain } = authority.issue({ commonName: name, keyType })
  return {
    signer: keySigner({ privateKey, certificate: parseCertificate(certificate), chain: chain.map(parseCertificate) }),
    root: parseCertificate(authority.root.certificate),
    trust: (now) => trustIn(authority, now),
  }
}

/** Runs a validator with `args` and the path of the bytes; null when it is not installed. */
export function runValidator(
  name: Validator,
  args: string[],
  pdf: Uint8Array,
): { code: number; output: string } | null {
  if (!hasValidator(name)) return null
  const folder = mkdtempSync(join(tmpdir(), 'foja-validate-'))
  try {
    const path = join(folder, 'file.pdf')
    writeFileSync(path, pdf)
    const { status, stdout, stderr } = spawnSync(name, [...args, path], { encoding: 'utf8', cwd: folder })
    return { code: status ?? -1, output: `${stdout}${stderr}`.replaceAll(path, 'file.pdf') }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The document rewritten by qpdf with these options; qpdf must be installed. */
export function rewriteWithQpdf(args: string[], pdf: Uint8Array): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'foja-rewrite-'))
  try {
    const paths = [join(folder, 'in.pdf'), join(folder, 'out.pdf')] as const
    writeFileSync(paths[0], pdf)
    const { status, stderr } = spawnSync('qpdf', [...args, ...paths], { encoding: 'utf8' })
    // 3 is success with warnings.
    if (status !== 0 && status !== 3) throw new Error(`qpdf: ${stderr}`)
    return readFileSync(paths[1])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Pixels of page 1 as displayed (CropBox, /Rotate), one pixel per point; null without pdftoppm. RGB rows. */
export function renderFirstPage(pdf: Uint8Array): { width: number; height: number; pixels: Buffer } | null {
  if (!hasValidator('pdftoppm')) return null
  const folder = mkdtempSync(join(tmpdir(), 'foja-render-'))
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf)
    spawnSync('pdftoppm', ['-r', '72', '-cropbox', '-singlefile', '-f', '1', 'in.pdf', 'out'], { cwd: folder })
    const ppm = readFileSync(join(folder, 'out.ppm'))
    const header = /^P6\s(\d+)\s(\d+)\s255\s/.exec(ppm.toString('latin1', 0, 64))!
    return { width: Number(header[1]), height: Number(header[2]), pixels: ppm.subarray(header[0].length) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
