/** Object identifiers of CMS, ESS and the algorithms that PAdES allows. */
export const Oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  algorithmProtection: '1.2.840.113549.1.9.52',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  commitmentType: '1.2.840.113549.1.9.16.2.16',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
  revocationInfoArchival: '1.2.840.113583.1.1.8',
  revocationInfoOcsp: '1.3.6.1.5.5.7.16.2',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
  ocspBasic: '1.3.6.1.5.5.7.48.1.1',
  ocspNonce: '1.3.6.1.5.5.7.48.1.2',
  ocspNoCheck: '1.3.6.1.5.5.7.48.1.5',
  ocspArchiveCutoff: '1.3.6.1.5.5.7.48.1.6',
  sha1: '1.3.14.3.2.26',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  rsaEncryption: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
  mgf1: '1.2.840.113549.1.1.8',
  ed25519: '1.3.101.112',
  ecPublicKey: '1.2.840.10045.2.1',
  dsa: '1.2.840.10040.4.1',
} as const

/** The digests this package signs with. */
export type SigningHash = 'sha256' | 'sha384' | 'sha512'

/** The signature algorithms this package signs with (RFC 8017, RFC 5753, RFC 8419). */
export type SignatureAlgorithm = 'rsa-pkcs1' | 'rsa-pss' | 'ecdsa' | 'ed25519'

/** Octets of each digest, which are also those of the salt of RSASSA-PSS (RFC 4056 §2.2). */
export const digestLengths: Record<SigningHash, number> = { sha256: 32, sha384: 48, sha512: 64 }

/** Digest algorithm of each hash (RFC 5754 §2). */
export const digestOids: Record<SigningHash, string> = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
}

/** RSA PKCS #1 v1.5 with each hash (RFC 8017 appendix A.2.4). */
export const rsaSignatureOids: Record<SigningHash, string> = {
  sha256: '1.2.840.113549.1.1.11',
  sha384: '1.2.840.113549.1.1.12',
  sha512: '1.2.840.113549.1.1.13',
}

/** ECDSA with each hash (RFC 5758 §3.2). */
export const ecdsaSignatureOids: Record<SigningHash, string> = {
  sha256: '1.2.840.10045.4.3.2',
  sha384: '1.2.840.10045.4.3.3',
  sha512: '1.2.840.10045.4.3.4',
}

/** Digest OID → name in `node:crypto`. MD5 and SHA-1 are known so that they can be named, not trusted. */
export const digestNames: Record<string, string> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  [digestOids.sha256]: 'sha256',
  [digestOids.sha384]: 'sha384',
  [digestOids.sha512]: 'sha512',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
}

/** Broken digests, and RIPEMD-160, which ETSI TS 119 312 no longer lists. */
export const weakDigests: ReadonlySet<string> = new Set(['md5', 'sha1', 'ripemd160'])

/** Key kind and digest implied by a signature algorithm identifier. */
export type SignatureScheme = {
  key: 'rsa' | 'rsa-pss' | 'ec' | 'dsa' | 'ed25519' | 'ed448'
  /** null: the digest algorithm decides */ hash: string | null
  /** Format of r and s: a SEQUENCE when absent, concatenated in BSI TR-03111's plain format. */
  encoding?: 'ieee-p1363'
}

/** NIST numbers the SHA-3 variants of one scheme consecutively (CSOR, sigAlgs). */
const withSha3 = (key: 'rsa' | 'ec' | 'dsa', first: number): Record<string, SignatureScheme> =>
  Object.fromEntries(
    ['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512'].map((hash, i) => [
      `2.16.840.1.101.3.4.3.${first + i}`,
      { key, hash },
    ]),
  )

/** ecdsa-plain-SHA224 and so on (BSI TR-03111 §5.2.1). */
const plainEcdsa: Record<string, SignatureScheme> = Object.fromEntries(
  ['sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'ripemd160'].map((hash, i) => [
    `0.4.0.127.0.7.1.1.4.1.${i + 1}`,
    { key: 'ec', hash, encoding: 'ieee-p1363' },
  ]),
)

/** Signature algorithm OID → key kind and its fixed digest. */
export const signatureSchemes: Record<string, SignatureScheme> = {
  [Oid.rsaEncryption]: { key: 'rsa', hash: null },
  '1.2.840.113549.1.1.4': { key: 'rsa', hash: 'md5' },
  '1.2.840.113549.1.1.5': { key: 'rsa', hash: 'sha1' },
  '1.3.14.3.2.29': { key: 'rsa', hash: 'sha1' },
  '1.3.36.3.3.1.2': { key: 'rsa', hash: 'ripemd160' },
  '1.2.840.113549.1.1.14': { key: 'rsa', hash: 'sha224' },
  [rsaSignatureOids.sha256]: { key: 'rsa', hash: 'sha256' },
  [rsaSignatureOids.sha384]: { key: 'rsa', hash: 'sha384' },
  [rsaSignatureOids.sha512]: { key: 'rsa', hash: 'sha512' },
  '1.2.840.113549.1.1.15': { key: 'rsa', hash: 'sha512-224' },
  '1.2.840.113549.1.1.16': { key: 'rsa', hash: 'sha512-256' },
  ...withSha3('rsa', 13),
  [Oid.rsaPss]: { key: 'rsa-pss', hash: null },
  [Oid.ecPublicKey]: { key: 'ec', hash: null },
  '1.2.840.10045.4.1': { key: 'ec', hash: 'sha1' },
  '1.2.840.10045.4.3.1': { key: 'ec', hash: 'sha224' },
  [ecdsaSignatureOids.sha256]: { key: 'ec', hash: 'sha256' },
  [ecdsaSignatureOids.sha384]: { key: 'ec', hash: 'sha384' },
  [ecdsaSignatureOids.sha512]: { key: 'ec', hash: 'sha512' },
  ...withSha3('ec', 9),
  ...plainEcdsa,
  [Oid.dsa]: { key: 'dsa', hash: null },
  '1.2.840.10040.4.3': { key: 'dsa', hash: 'sha1' },
  '2.16.840.1.101.3.4.3.1': { key: 'dsa', hash: 'sha224' },
  '2.16.840.1.101.3.4.3.2': { key: 'dsa', hash: 'sha256' },
  '2.16.840.1.101.3.4.3.3': { key: 'dsa', hash: 'sha384' },
  '2.16.840.1.101.3.4.3.4': { key: 'dsa', hash: 'sha512' },
  ...withSha3('dsa', 5),
  [Oid.ed25519]: { key: 'ed25519', hash: null },
  '1.3.101.113': { key: 'ed448', hash: null },
}
