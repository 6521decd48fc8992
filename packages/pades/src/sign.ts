import { createHash } from 'node:crypto'
import type { Certificate } from './certificate.ts'
import { signedAttributes, signedData } from './cms/build.ts'
import { embed } from './embed.ts'
import { prepare } from './prepare.ts'
import type { Prepared, PrepareOptions } from './prepare.ts'
import { demandedHash } from './signature-algorithm.ts'
import type { Signer } from './signer.ts'
import { requireUsable } from './require-usable.ts'
import type { UsableOptions } from './require-usable.ts'
import { shownName } from './distinguished-name.ts'

/** Options of signing; see `PrepareOptions`. Defaults come from the signer. */
export type SignOptions = Omit<PrepareOptions, 'contentsSize' | 'signerName' | 'hashIsFixed'> & {
  /** Default: the size for the certificates, with room for a timestamp. */
  contentsSize?: number
  /** Default: the common name of the certificate. */
  signerName?: string
} & UsableOptions

/** The signed file and its digest. */
export type SignedPdf = {
  pdf: Uint8Array
  fieldName: string
  /** Digest by `hash` of the signed bytes. */
  digest: Uint8Array
  byteRange: Prepared['byteRange']
}

/** Signature value, signed attributes and structure: 512 bytes for RSA 4096 and about 400 for the rest, rounded up. */
const cmsOverhead = 2048
/** An RFC 3161 token with its authority's chain; real ones have 4 to 9 KB. */
const timestampRoom = 8 * 1024
/** When a timestamp is certain, room for large keys and long chains too. */
const ampleTimestampRoom = 16 * 1024

/**
 * Bytes to reserve for the CMS of this certificate and chain. `timestamped`: whether a token will be added; by default
 * there is room for an ordinary one.
 */
export function reservedSize(certificate: Certificate, chain: readonly Certificate[], timestamped?: boolean): number {
  const certificates = [certificate, ...chain].reduce((sum, { der }) => sum + der.length, 0)
  const room = timestamped === undefined ? timestampRoom : timestamped ? ampleTimestampRoom : 0
  return Math.ceil((certificates + cmsOverhead + room) / 1024) * 1024
}

/**
 * Options of `prepare` for this signer: its name, the CMS size, and the digest that its key requires.
 *
 * @throws PadesError those of `requireUsable`.
 */
export function prepareOptions(signer: Pick<Signer, 'certificate' | 'chain'>, options: SignOptions): PrepareOptions {
  const { certificate, chain } = signer
  const { allow, now, revocation, ...preparing } = options
  requireUsable(certificate, options.signingTime, { allow, now, revocation })
  const demanded = demandedHash(certificate.publicKey)
  return {
    ...preparing,
    ...(demanded && { hash: demanded, hashIsFixed: true }),
    signerName: options.signerName ?? shownName(certificate.subject),
    contentsSize: options.contentsSize ?? reservedSize(certificate, chain, options.timestamped),
  }
}

/** The CMS of a prepared signature (PAdES B-B, ETSI EN 319 142-1 §6.3): the only step that needs the key. */
export async function signPrepared(
  prepared: Pick<Prepared, 'digest' | 'hash' | 'commitmentType'>,
  signer: Signer,
): Promise<Uint8Array> {
  const { certificate, chain, algorithm } = signer
  const { digest: contentDigest, hash, commitmentType } = prepared
  const attributes = signedAttributes({ contentDigest, certificate, hash, commitmentType })
  const signature = await signer.signDigest(createHash(hash).update(attributes).digest(), hash, attributes)
  return signedData({ signedAttributes: attributes, signature, certificate, chain, hash, algorithm })
}

/**
 * Signs a PDF (PAdES B-B): prepare → CMS → embed. The result begins with the original's bytes. Errors: those of
 * `requireUsable`, `prepare` and `embed`, and of the signer.
 */
export async function sign(pdf: Uint8Array, signer: Signer, options: SignOptions): Promise<SignedPdf> {
  const prepared = prepare(pdf, prepareOptions(signer, options))
  const cms = await signPrepared(prepared, signer)
  const { fieldName, digest, byteRange } = prepared
  return { pdf: embed(pdf, prepared, cms), fieldName, digest, byteRange }
}
