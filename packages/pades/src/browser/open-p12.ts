import { type CertificateFields, certificateEncodings, problemsOf } from '../certificate-fields.ts'
import { type SignatureAlgorithm, type SigningHash, Oid } from '../cms/oids.ts'
import type { DistinguishedName } from '../distinguished-name.ts'
import { type PadesErrorCode, PadesError } from '../errors.ts'
import { type Work, runAsync, type CryptoPort } from '../pkcs12/crypto-port.ts'
import { type P12Caps, DerivationBudget, limitsOf } from '../pkcs12/work-budget.ts'
import { checkSize, damaged, openBags, openKeyFile } from '../pkcs12/open.ts'
import { type KnownCertificate, issuersByName, readable, selectKey } from './select-key.ts'
import { webCrypto } from './web-crypto.ts'
import { sameBytes, Tag } from '../cms/der.ts'
import { type CommitmentType, readOwnCommitment } from '../cms/commitment.ts'
import { children, type DerNode, expectTag, readNode, readOctets, readOid } from '../cms/read-der.ts'
import { encodeSignedAttributes } from '../cms/signed-attributes.ts'

type OwnAttributes = { contentDigest: Uint8Array; commitmentType: CommitmentType | undefined }

function readAttributes(attributes: Uint8Array): OwnAttributes {
  const values = new Map<string, DerNode | undefined>()
  for (const attribute of children(expectTag(readNode(attributes), Tag.set, 'attributes'))) {
    const [type, set] = children(attribute)
    values.set(readOid(type), children(expectTag(set, Tag.set, 'values'))[0])
  }
  return {
    contentDigest: readOctets(values.get(Oid.messageDigest)),
    commitmentType: readOwnCommitment(values.get(Oid.commitmentType)),
  }
}

/**
 * Extracts the document digest from PAdES attributes to be signed. The bytes come from a server, and a key that signed
 * arbitrary data could be abused to log in, to request a certificate, or to sign another kind of document: so they must
 * be, octet for octet, the attributes of a PAdES signature by this certificate, with a known commitment type or none.
 * Throws 'signature_mismatch'.
 */
function digestOfOwnAttributes(
  attributes: Uint8Array,
  certificate: Uint8Array,
  hash: SigningHash,
  crypto: CryptoPort,
): Uint8Array {
  const certificateDigest = crypto.digest(hash, certificate)
  try {
    const own = readAttributes(attributes)
    if (own.contentDigest.length === certificateDigest.length) {
      const expected = encodeSignedAttributes({ ...own, certificate, certificateDigest, hash })
      if (sameBytes(attributes, expected)) return own.contentDigest
    }
  } catch {
    // no attributes: handled below
  }
  throw new PadesError('signature_mismatch', { reason: 'not the attributes of a signature by this certificate' })
}

/** A non-extractable private key opened in this page, with its certificate. */
export type BrowserKey = {
  /** DER. */
  certificate: Uint8Array
  /** DER of the included issuers, nearest first. */
  chain: Uint8Array[]
  subject: DistinguishedName
  issuer: DistinguishedName
  /** Uppercase hexadecimal. */
  serialNumber: string
  notBefore: Date
  notAfter: Date
  /** Names of RFC 5280 §4.2.1.3; null when absent. */
  keyUsage: string[] | null
  /** 'RSA 2048', 'EC P-256'… */
  keyType: string
  algorithm: SignatureAlgorithm
  /** Why the certificate may not sign at a given time; empty when it may. */
  problems(at: Date): PadesErrorCode[]
  /**
   * Signs the DER SignedAttributes (RFC 5652 §5.4) of a PAdES signature by this certificate; for ECDSA the result is the
   * DER Ecdsa-Sig-Value, for RSASSA-PSS the salt is as long as the digest. Rejects with 'signature_mismatch' for any other bytes, and with an Error once forgotten.
   */
  sign(signedAttributes: Uint8Array, hash: SigningHash): Promise<Uint8Array>
  /** Releases the key; signing is then impossible. */
  forget(): void
}

function startWork(caps: Partial<P12Caps>, ...files: Uint8Array[]): Work {
  const limits = limitsOf(caps)
  for (const file of files) checkSize(file, limits)
  return { crypto: webCrypto, budget: new DerivationBudget(limits) }
}

async function browserKey(pkcs8s: Uint8Array[], certificates: KnownCertificate[]): Promise<BrowserKey> {
  try {
    const { key, known } = await selectKey(pkcs8s, certificates)
    let held: typeof key | null = key
    const { fields, publicKey } = known
    const others: CertificateFields[] = certificates.map((other) => other.fields)
    return {
      certificate: fields.der,
      chain: issuersByName(fields, others).map(({ der }) => der),
      subject: fields.subject,
      issuer: fields.issuer,
      serialNumber: fields.serialNumber,
      notBefore: fields.notBefore,
      notAfter: fields.notAfter,
      keyUsage: fields.keyUsage,
      keyType: publicKey.keyType,
      algorithm: key.algorithm,
      problems: (at) => problemsOf(fields, publicKey.weak, at),
      sign: async (signedAttributes, hash) => {
        if (!held) throw new Error('the key was forgotten')
        digestOfOwnAttributes(signedAttributes, fields.der, hash, webCrypto)
        return await held.sign(signedAttributes, hash)
      },
      forget: () => {
        held = null
      },
    }
  } finally {
    for (const pkcs8 of pkcs8s) pkcs8.fill(0)
  }
}

/**
 * `openP12` for a page: opens a .p12 or .pfx with WebCrypto, so that neither key nor passphrase leaves it. May be slow
 * (a second for 600,000 iterations): call it in a Web Worker. The certificate is the one whose public key matches; with
 * several keys, the one that may sign. Dates and trust are not checked: see `problems`. Rejects with PadesError:
 * 'p12_wrong_passphrase', 'p12_damaged', 'p12_unsupported_algorithm', 'p12_too_large', 'p12_too_slow',
 * 'p12_no_private_key', 'p12_no_matching_certificate'.
 */
export async function openP12InBrowser(
  bytes: Uint8Array,
  passphrase: string,
  caps: Partial<P12Caps> = {},
): Promise<BrowserKey> {
  const work = startWork(caps, bytes)
  try {
    const bags = await runAsync(openBags(bytes, passphrase, work))
    return await browserKey(bags.keys, readable(bags.certificates))
  } catch (error) {
    throw damaged(error)
  }
}

function certificatesOfFile(bytes: Uint8Array): KnownCertificate[] {
  let found: KnownCertificate[] = []
  try {
    found = readable(certificateEncodings(bytes))
  } catch {
    // a file of another kind has no certificates: handled below
  }
  if (found.length === 0) throw new PadesError('certificate_damaged', { reason: 'no certificate in the file' })
  return found
}

/**
 * `openCertificateAndKey` for a page: a certificate (.cer: DER or PEM) with its PKCS#8 key (.key: DER or PEM), like
 * Mexico's e.firma. Rejects like `openP12InBrowser`, and with 'certificate_damaged'.
 */
export async function openCertificateAndKeyInBrowser(
  certificate: Uint8Array,
  key: Uint8Array,
  passphrase: string,
  caps: Partial<P12Caps> = {},
): Promise<BrowserKey> {
  const work = startWork(caps, certificate, key)
  const certificates = certificatesOfFile(certificate)
  try {
    return await browserKey([await runAsync(openKeyFile(key, passphrase, work))], certificates)
  } catch (error) {
    throw damaged(error)
  }
}
