import type { KeyObject } from 'node:crypto'
import { concatBytes, element, octetString, oid, sequence, setOf, smallInteger } from '@foja/pades/cms/der'
import type { P12Encryption, P12Mac, P12PasswordEncoding, Secret } from './p12-encryption.ts'
import { encryptPart, macData } from './p12-encryption.ts'

export type P12Entry = { privateKey: KeyObject; certificate: Uint8Array; chain?: Uint8Array[] }

/** The layout differences between programs. */
export type P12Layout = {
  certificates: P12Encryption
  key: P12Encryption
  mac: P12Mac | null
  iterations: number
  /** Indefinite lengths and split octet strings, as in NSS (Firefox) and old Java. */
  ber: boolean
  /** The issuers' certificates before the user's. */
  caFirst: boolean
  omit: 'key' | 'certificate' | null
  friendlyName: string | null
  passwordEncoding: P12PasswordEncoding
  /** The bags inside one more bag of bags (RFC 7292 §4.2.6). */
  nested: boolean
  /** Key and certificates in the same encrypted part, as Windows may write them. */
  onePart: boolean
}

const usual: P12Layout = {
  certificates: { cipher: 'aes-256', prf: 'sha256' },
  key: { cipher: 'aes-256', prf: 'sha256' },
  mac: { hash: 'sha256' },
  iterations: 2048,
  ber: false,
  caFirst: false,
  omit: null,
  friendlyName: null,
  passwordEncoding: 'bmp',
  nested: false,
  onePart: false,
}

const legacy = { certificates: 'rc2-40', key: '3des', mac: { hash: 'sha1' } } as const
const pbes2 = (
  cipher: 'aes-128' | 'aes-192' | 'aes-256' | '3des',
  prf: 'sha1' | 'sha224' | 'sha256' | 'sha384' | 'sha512',
) => ({
  certificates: { cipher, prf },
  key: { cipher, prf },
})

/** Named kinds of key files, after real ones. */
export const p12Variants = {
  modern: {},
  /** FNMT, Ecuador's authorities, Windows before 2016 */
  legacy,
  'legacy-rc2-128': { ...legacy, certificates: 'rc2-128' },
  'legacy-rc2-key': { ...legacy, key: 'rc2-40' },
  'legacy-3des': { ...legacy, certificates: '3des' },
  'legacy-3des-2key': { ...legacy, certificates: '3des-2key', key: '3des-2key' },
  'legacy-one-iteration': { ...legacy, iterations: 1 },
  'legacy-sha256-mac': { ...legacy, mac: { hash: 'sha256' } },
  'legacy-sha512-mac': { ...legacy, mac: { hash: 'sha512' } },
  'legacy-ber': { ...legacy, ber: true },
  'legacy-ca-first': { ...legacy, caFirst: true },
  'legacy-friendly-name': { ...legacy, friendlyName: 'María Peña — firma' },
  'aes-128-sha1': { ...pbes2('aes-128', 'sha1'), mac: { hash: 'sha1' } },
  'aes-128-sha256': pbes2('aes-128', 'sha256'),
  'aes-192-sha224': { ...pbes2('aes-192', 'sha224'), mac: { hash: 'sha224' } },
  'aes-256-sha1': { ...pbes2('aes-256', 'sha1'), mac: { hash: 'sha1' } },
  'aes-256-sha384': { ...pbes2('aes-256', 'sha384'), mac: { hash: 'sha384' } },
  'aes-256-sha512': { ...pbes2('aes-256', 'sha512'), mac: { hash: 'sha512' } },
  'pbes2-3des': pbes2('3des', 'sha1'),
  'pbes1-des-sha1': { certificates: 'pbes1-des-sha1', key: 'pbes1-des-sha1', mac: { hash: 'sha1' } },
  'pbes1-des-md5': { certificates: 'pbes1-des-md5', key: 'pbes1-des-md5', mac: { hash: 'sha1' } },
  pbmac1: { mac: { hash: 'sha256', kind: 'pbmac1' } },
  'pbmac1-sha512': { mac: { hash: 'sha512', kind: 'pbmac1' } },
  'no-mac': { mac: null },
  'legacy-no-mac': { ...legacy, mac: null },
  ber: { ber: true },
  'ca-first': { caFirst: true },
  'friendly-name': { friendlyName: 'Firma de José Ñandú' },
  'plain-certificates': { certificates: 'none' },
  'plain-key': { key: 'none' },
  nested: { nested: true },
  'one-part': { onePart: true },
  'many-iterations': { iterations: 100_000 },
  'no-key': { omit: 'key' },
  'no-certificate': { omit: 'certificate' },
  'unsupported-cipher': { certificates: 'rc4-40' },
} satisfies Record<string, Partial<P12Layout>>

export type P12Variant = keyof typeof p12Variants

const data = '1.2.840.113549.1.7.1'
const bagOid = (arc: number): Uint8Array => oid(`1.2.840.113549.1.12.10.1.${arc}`)

/** An element of indefinite length (X.690 §8.1.3.6). */
const indefinite = (tag: number, ...contents: Uint8Array[]): Uint8Array =>
  concatBytes([Uint8Array.of(tag, 0x80), ...contents, Uint8Array.of(0, 0)])

function pieces(bytes: Uint8Array): Uint8Array[] {
  const size = 512
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    octetString(bytes.subarray(i * size, (i + 1) * size)),
  )
}

/** The elements that differ between DER and the BER of NSS. */
const encoder = (ber: boolean) => ({
  wrap: (tag: number, ...contents: Uint8Array[]) => (ber ? indefinite(tag, ...contents) : element(tag, ...contents)),
  octets: (bytes: Uint8Array) => (ber ? indefinite(0x24, ...pieces(bytes)) : octetString(bytes)),
  implicitOctets: (bytes: Uint8Array) => (ber ? indefinite(0xa0, ...pieces(bytes)) : element(0x80, bytes)),
})

function attributes(keyId: Uint8Array | null, friendlyName: string | null): Uint8Array[] {
  const found: Uint8Array[] = []
  if (keyId) found.push(sequence(oid('1.2.840.113549.1.9.21'), setOf([octetString(keyId)])))
  if (friendlyName) {
    const name = element(0x1e, Buffer.from(friendlyName, 'utf16le').swap16())
    found.push(sequence(oid('1.2.840.113549.1.9.20'), setOf([name])))
  }
  return found.length > 0 ? [setOf(found)] : []
}

function certificateBag(certificate: Uint8Array, attached: Uint8Array[]): Uint8Array {
  const value = sequence(oid('1.2.840.113549.1.9.22.1'), element(0xa0, octetString(certificate)))
  return sequence(bagOid(3), element(0xa0, value), ...attached)
}

function keyBag(privateKey: KeyObject, layout: P12Layout, secret: Secret, attached: Uint8Array[]): Uint8Array {
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  if (layout.key === 'none') return sequence(bagOid(1), element(0xa0, pkcs8), ...attached)
  const encrypted = encryptPart(layout.key, secret, pkcs8)
  return sequence(bagOid(2), element(0xa0, sequence(encrypted.algorithm, octetString(encrypted.data))), ...attached)
}

function certificateBags(entries: P12Entry[], layout: P12Layout): Uint8Array[] {
  if (layout.omit === 'certificate') return []
  const own = entries.map((entry, i) =>
    certificateBag(entry.certificate, attributes(Uint8Array.of(i + 1), layout.friendlyName)),
  )
  const issuers = new Map(
    entries.flatMap(({ chain = [] }) => chain).map((der) => [Buffer.from(der).toString('hex'), der]),
  )
  const others = [...issuers.values()].map((der) => certificateBag(der, []))
  return layout.caFirst ? [...others, ...own] : [...own, ...others]
}

/** One part of the file: plain, or encrypted as EncryptedData (RFC 7292 §4.1). */
function contentInfo(bags: Uint8Array[], scheme: P12Encryption, layout: P12Layout, secret: Secret): Uint8Array {
  const { wrap, octets, implicitOctets } = encoder(layout.ber)
  const contents = layout.nested ? sequence(sequence(bagOid(6), element(0xa0, sequence(...bags)))) : wrap(0x30, ...bags)
  if (scheme === 'none') return wrap(0x30, oid(data), wrap(0xa0, octets(contents)))
  const encrypted = encryptPart(scheme, secret, contents)
  const info = wrap(0x30, oid(data), encrypted.algorithm, implicitOctets(encrypted.data))
  return wrap(0x30, oid('1.2.840.113549.1.7.6'), wrap(0xa0, wrap(0x30, smallInteger(0), info)))
}

/**
 * Writes a .p12 file of a known kind, with optional changes to its layout. `others` adds further keys with their
 * certificates before the main one.
 */
export function writeP12(
  input: P12Entry & { passphrase: string; variant?: P12Variant; layout?: Partial<P12Layout>; others?: P12Entry[] },
): Uint8Array {
  const variant: Partial<P12Layout> = p12Variants[input.variant ?? 'modern']
  const layout: P12Layout = { ...usual, ...variant, ...input.layout }
  const secret: Secret = {
    passphrase: input.passphrase,
    iterations: layout.iterations,
    encoding: layout.passwordEncoding,
  }
  const entries = [...(input.others ?? []), input]
  const keys =
    layout.omit === 'key'
      ? []
      : entries.map(({ privateKey }, i) =>
          keyBag(privateKey, layout, secret, attributes(Uint8Array.of(i + 1), layout.friendlyName)),
        )
  const certificates = certificateBags(entries, layout)
  const parts = layout.onePart
    ? [contentInfo([...keys, ...certificates], layout.certificates, layout, secret)]
    : [contentInfo(certificates, layout.certificates, layout, secret), contentInfo(keys, 'none', layout, secret)]
  const { wrap, octets } = encoder(layout.ber)
  const safe = wrap(0x30, ...parts)
  const mac = layout.mac ? [macData(layout.mac, secret, safe)] : []
  return wrap(0x30, smallInteger(3), wrap(0x30, oid(data), wrap(0xa0, octets(safe))), ...mac)
}

/** A certificate and its encrypted PKCS#8 key in separate files, like Mexico's e.firma. */
export function writeCertificateAndKey(
  { privateKey, certificate }: P12Entry,
  passphrase: string,
  scheme: Exclude<P12Encryption, 'none'> = { cipher: '3des', prf: 'sha1' },
): { certificate: Uint8Array; key: Uint8Array } {
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  const { algorithm, data: encrypted } = encryptPart(scheme, { passphrase, iterations: 2048, encoding: 'bmp' }, pkcs8)
  return { certificate, key: sequence(algorithm, octetString(encrypted)) }
}
