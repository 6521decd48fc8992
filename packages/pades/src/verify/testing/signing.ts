import { createHash, sign as signBytes } from 'node:crypto'
import { emptyLists } from '@foja/testing/revocation-lists'
import type { Certificate } from '../../certificate.ts'
import { signedAttributes, signedData } from '../../cms/build.ts'
import { readNode } from '../../cms/read-der.ts'
import { keySigner } from '../../key-signer.ts'
import { prepare } from '../../prepare.ts'
import { sign, type SignOptions } from '../../sign.ts'
import { type SignatureReport, verify } from '../../verify.ts'
import { issue, type TestIdentity } from './certificates.ts'

/** A root, an intermediate and two people, shared by all tests of a file. */
export const root: TestIdentity = issue({ name: 'Raíz de prueba', ca: true })
export const intermediate: TestIdentity = issue({ name: 'Entidad de prueba', issuer: root, ca: true })
export const ana: TestIdentity = issue({ name: 'Ana Torres', issuer: intermediate })
export const luis: TestIdentity = issue({ name: 'Luis Vega', issuer: intermediate, key: 'rsa' })

export const NOW = new Date('2026-03-01T12:00:00Z')
export const SIGNED_AT = new Date('2026-02-01T09:30:00Z')

export async function signAs(
  identity: TestIdentity,
  pdf: Uint8Array,
  options: Partial<SignOptions> = {},
): Promise<Uint8Array> {
  const signed = await sign(pdf, keySigner(identity), { signingTime: SIGNED_AT, now: SIGNED_AT, ...options })
  return signed.pdf
}

/** Empty CRLs of the two authorities. */
export const lists = emptyLists(
  [root, intermediate].map(({ certificate, privateKey }) => ({ certificate: certificate.der, privateKey })),
  NOW,
)

export const check = (pdf: Uint8Array, anchors: Certificate[] = [root.certificate]) =>
  verify(pdf, { anchors, now: NOW, material: lists })

export function firstReport(pdf: Uint8Array, anchors?: Certificate[]): SignatureReport {
  const [report] = check(pdf, anchors).signatures
  if (!report) throw new Error('no signature')
  return report
}

/** Verdict of a possibly unreadable file: refusing it counts as failing it. */
export function verdictOf(pdf: Uint8Array): string {
  try {
    return check(pdf).summary
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : `crash: ${String(error)}`
  }
}

/** The gap of the last signature of a file: the places of its `<` and of the byte after its `>`. */
export function lastGap(pdf: Uint8Array): { start: number; end: number; rest: number } {
  const ranges = [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)/g),
  ]
  const [, start = '', end = '', rest = ''] = ranges.at(-1) ?? []
  return { start: Number(start), end: Number(end), rest: Number(rest) }
}

/** Puts another CMS into the gap of the last signature. */
export function withCms(pdf: Uint8Array, cms: Uint8Array, end = lastGap(pdf).end): Uint8Array {
  const { start } = lastGap(pdf)
  const out = Buffer.from(pdf)
  out.fill('0', start + 1, end - 1)
  out.write(Buffer.from(cms).toString('hex'), start + 1, 'latin1')
  return out
}

export function cmsOf(pdf: Uint8Array): Uint8Array {
  const { start, end } = lastGap(pdf)
  const padded = Buffer.from(Buffer.from(pdf.subarray(start + 1, end - 1)).toString('latin1'), 'hex')
  return padded.subarray(0, readNode(padded).end)
}

/** Digest of the bytes covered by the last signature of a file. */
export function coveredDigest(pdf: Uint8Array): Uint8Array {
  const { start, end, rest } = lastGap(pdf)
  return createHash('sha256')
    .update(pdf.subarray(0, start))
    .update(pdf.subarray(end, end + rest))
    .digest()
}

/**
 * A malicious signer: the prepared revision is changed before signing, so digest and signature are right and only the
 * form is wrong.
 */
export function signChanged(
  identity: TestIdentity,
  pdf: Uint8Array,
  change: (tail: string) => string,
  name = 'X'.repeat(80),
): Uint8Array {
  const prepared = prepare(pdf, {
    signingTime: SIGNED_AT,
    signerName: identity.certificate.subject.text,
    contentsSize: 6000,
    reason: name,
  })
  const before = Buffer.from(prepared.tail).toString('latin1')
  const after = change(before)
  if (after.length !== before.length || after === before) throw new Error('replace only bytes of the same length')
  const whole = Buffer.concat([pdf, Buffer.from(after, 'latin1')])
  return withCms(whole, buildCms(identity, coveredDigest(whole)), lastGap(whole).start + 2 + 12_000)
}

/** A CMS over a digest, with certificates and attributes of the test's choice. */
export function buildCms(
  identity: TestIdentity,
  contentDigest: Uint8Array,
  options: { namedIn?: TestIdentity; algorithm?: 'rsa-pkcs1' | 'ecdsa' } = {},
): Uint8Array {
  const { certificate } = options.namedIn ?? identity
  const attributes = signedAttributes({ contentDigest, certificate, hash: 'sha256' })
  const signature = signBytes('sha256', attributes, identity.privateKey)
  const algorithm = options.algorithm ?? (identity.privateKey.asymmetricKeyType === 'rsa' ? 'rsa-pkcs1' : 'ecdsa')
  return signedData({
    signedAttributes: attributes,
    signature,
    certificate: identity.certificate,
    chain: identity.chain,
    hash: 'sha256',
    algorithm,
  })
}
