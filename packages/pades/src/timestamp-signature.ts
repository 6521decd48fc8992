import { createHash } from 'node:crypto'
import { parseCertificate } from './certificate.ts'
import { sameBytes } from './cms/der.ts'
import { CmsError, parseCms } from './cms/parse.ts'
import type { SigningHash } from './cms/oids.ts'
import { addUnsignedAttribute, timestampAttribute } from './cms/unsigned-attribute.ts'
import { PadesError } from './errors.ts'
import type { Fetcher } from './net/fetcher.ts'
import { requestTimestamp } from './net/tsa-client.ts'
import type { TimestampAuthority } from './net/tsa-client.ts'
import type { Prepared } from './prepare.ts'
import type { TimestampToken } from './tsp/token.ts'
import { findSigner } from './verify/identity.ts'
import { checkSignatureValue } from './verify/signature-value.ts'

/**
 * Adds a timestamp over the signature value to a CMS (PAdES B-T, ETSI EN 319 142-1 §6.3; RFC 3161 appendix A).
 *
 * @throws PadesError 'timestamp_failed' (see `requestTimestamp`), 'signature_mismatch' when `cms` is no PAdES
 * signature.
 */
export async function timestampSignature(
  cms: Uint8Array,
  hash: SigningHash,
  services: { tsa: TimestampAuthority | null; fetcher: Fetcher },
): Promise<{ cms: Uint8Array; token: TimestampToken }> {
  const { signature } = readCms(cms)
  const digest = createHash(hash).update(signature).digest()
  const token = await requestTimestamp({ digest, hash }, services.tsa, services.fetcher)
  return { cms: addUnsignedAttribute(cms, timestampAttribute(token.der)), token }
}

/**
 * Checks an external CMS against the prepared signature, before requesting a timestamp for it.
 *
 * @throws PadesError 'signature_mismatch' { reason }: 'file', 'digest', 'certificate', 'value' or a CmsProblem.
 */
export function checkCompleted(pdf: Uint8Array, prepared: Prepared, cms: Uint8Array): void {
  const mismatch = (reason: string): never => {
    throw new PadesError('signature_mismatch', { reason })
  }
  if (pdf.length !== prepared.prefixLength) mismatch('file')
  const parsed = readCms(cms)
  if (!parsed.messageDigest || !sameBytes(parsed.messageDigest, prepared.digest)) mismatch('digest')
  const signer = findSigner(parsed, parsed.certificates.map(parseCertificate))
  if (!signer) return mismatch('certificate')
  if (checkSignatureValue(parsed, signer, [])) mismatch('value')
}

function readCms(cms: Uint8Array) {
  try {
    return parseCms(cms)
  } catch (error) {
    if (error instanceof CmsError) throw new PadesError('signature_mismatch', { reason: error.code })
    throw error
  }
}
