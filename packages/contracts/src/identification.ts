/**
 * Semantics identifiers of ETSI EN 319 412-1 §5.1.3 and §5.1.4 before a number, as `PNOEC-1712345678` or `IDCPE-…`.
 * Ecuadorian authorities add their own suffix after a dash.
 */
const prefix = /^[A-Z]{3}[A-Z]{2}-/

const plain = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The spellings of a certificate's identification: whole, without its prefix, and without a suffix after a dash. */
function spellingsOf(certificate: string): Set<string> {
  const number = certificate.trim().toUpperCase().replace(prefix, '')
  return new Set([plain(certificate), plain(number), plain(number.split('-')[0]!)])
}

/** True if the identification (serialNumber, RFC 5280 §4.1.2.4) of a certificate is the one of a person. */
export function isSameIdentification(certificate: string | null | undefined, person: string): boolean {
  const wanted = plain(person)
  return certificate != null && wanted !== '' && spellingsOf(certificate).has(wanted)
}
