import { fromLatin1, fromUtf16, fromUtf8Text, toHex, toLatin1 } from '../cms/bytes.ts'

/**
 * RFC 7292 §B.1 requires a BMPString with two zero octets at its end; RFC 8018 leaves PBES2's encoding open and most
 * programs use UTF-8. Programs differ beyond ASCII, and for the empty passphrase, so each plausible encoding is tried
 * in turn, the likeliest first. For plain ASCII there is only one.
 */

function unique(candidates: Uint8Array[]): Uint8Array[] {
  const seen = new Set<string>()
  return candidates.filter((candidate) => {
    const key = toHex(candidate)
    return !seen.has(key) && seen.add(key)
  })
}

const bmp = (text: string): Uint8Array => fromUtf16(`${text}\0`)
// UTF-8 uses one octet for ASCII and more for other characters
const isAscii = (text: string): boolean => fromUtf8Text(text).length === text.length
const isLatin1 = (text: string): boolean => toLatin1(fromLatin1(text)) === text

/** Composed and decomposed spellings: a Mac types 'ñ' as two code points. */
const spellings = (passphrase: string): string[] => [
  passphrase,
  passphrase.normalize('NFC'),
  passphrase.normalize('NFD'),
]

/** Encodings for the PKCS#12 derivation (MAC and the PBE schemes of RFC 7292 Appendix C). */
export function pkcs12Passwords(passphrase: string): Uint8Array[] {
  // an absent password has no octets, an empty one has the two zeros
  if (passphrase === '') return [bmp(''), new Uint8Array()]
  if (isAscii(passphrase)) return [bmp(passphrase)]
  // OpenSSL before 1.1 widened each octet of the terminal's UTF-8
  const widened = (text: string) => bmp(toLatin1(fromUtf8Text(text)))
  return unique([...spellings(passphrase).map(bmp), ...spellings(passphrase).map(widened)])
}

/** Encodings for PBES1 and PBES2 of RFC 8018. */
export function pkcs5Passwords(passphrase: string): Uint8Array[] {
  const utf8 = spellings(passphrase).map(fromUtf8Text)
  const latin1 = spellings(passphrase).filter(isLatin1).map(fromLatin1)
  // some versions of NSS gave PBKDF2 the BMPString with its zeros
  const wide = bmp(passphrase)
  return unique([...utf8, ...latin1, wide, wide.subarray(0, -2)])
}
