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

/** How to sign; see `PrepareOptions`. What the signer knows has a default here. */
export type SignOptions = Omit<PrepareOptions, 'contentsSize' | 'signerName' | 'hashIsFixed'> & {
  /** Default: what the certificates need, with room for a timestamp. */
  contentsSize?: number
  /** Default: the common name of the certificate. */
  signerName?: string
} & UsableOptions

/** The signed file and what was signed in it. */
export type SignedPdf = {
  pdf: Uint8Array
  fieldName: string
  /** Digest by `hash` of what the signature covers. */
  digest: Uint8Array
  byteRange: Prepared['byteRange']
}

/** Signature value, signed attributes and structure: 512 bytes for RSA 4096 and about 400 for the rest, rounded up. */
const cmsOverhead = 2048
/** An RFC 3161 token with its authority's chain; real ones take 4 to 9 KB. */
const timestampRoom = 8 * 1024
/** When it is known that there will be one, room also for large keys and long chains. */
const ampleTimestampRoom = 16 * 1024

/**
 * Bytes to reserve for the CMS of this certificate and chain. `timestamped` says whether a token will be put into it;
 * when nothing is said, there is room for an ordinary one.
 */
export function reservedSize(certificate: Certificate, chain: readonly Certificate[], timestamped?: boolean): number {
  const certificates = [certificate, ...chain].reduce((sum, { der }) => sum + der.length, 0)
  const room = timestamped === undefined ? timestampRoom : timestamped ? ampleTimestampRoom : 0
  return Math.ceil((certificates + cmsOverhead + room) / 1024) * 1024
}

/**
 * Options of `prepare` for this signer: its name, the size that its certificates need, and the digest its key demands.
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
 * Signs a PDF (PAdES B-B): prepare → CMS → embed. The original's bytes are the beginning of the result.
 * Errors: those of `requireUsable`, `prepare` and `embed`, and whatever the signer throws.
 */
export async function sign(pdf: Uint8Array, signer: Signer, options: SignOptions): Promise<SignedPdf> {
  const prepared = prepare(pdf, prepareOptions(signer, options))
  const cms = await signPrepared(prepared, signer)
  const { fieldName, digest, byteRange } = prepared
  return { pdf: embed(pdf, prepared, cms), fieldName, digest, byteRange }
}
