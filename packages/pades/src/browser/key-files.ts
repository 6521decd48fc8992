import { certificateEncodings } from '../certificate-fields.ts'
import { toLatin1 } from '../cms/bytes.ts'
import { Tag } from '../cms/der.ts'
import { children, readNode } from '../cms/read-der.ts'
import { PadesError } from '../errors.ts'
import type { BrowserKey } from './open-p12.ts'
import { openCertificateAndKeyInBrowser, openP12InBrowser } from './open-p12.ts'
import { readable } from './select-key.ts'

function holdsCertificates(file: Uint8Array): boolean {
  try {
    return readable(certificateEncodings(file)).length > 0
  } catch {
    return false
  }
}

/** Detects a PKCS#8 key (RFC 5958): PEM; algorithm and octets when encrypted; or version, algorithm, octets. */
function isKeyAlone(file: Uint8Array): boolean {
  if (/-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----/.test(toLatin1(file))) return true
  try {
    const fields = children(readNode(file))
    return fields[fields[0]?.tag === Tag.integer ? 2 : 1]?.tag === Tag.octetString
  } catch {
    return false
  }
}

/**
 * Opens the chosen files, identified by content and not by name: one .p12 or .pfx, or a certificate with its key in any
 * order. Rejects like `openP12InBrowser` and `openCertificateAndKeyInBrowser`; half a pair is 'p12_no_private_key' or
 * 'p12_no_matching_certificate', any other number of files is 'p12_damaged'.
 */
export async function openKeyFiles(files: readonly Uint8Array[], passphrase: string): Promise<BrowserKey> {
  const [first, second] = files
  if (!first || files.length > 2) throw new PadesError('p12_damaged', { files: files.length })
  if (second) {
    const [certificate, key] = holdsCertificates(first) ? [first, second] : [second, first]
    return openCertificateAndKeyInBrowser(certificate, key, passphrase)
  }
  if (holdsCertificates(first)) throw new PadesError('p12_no_private_key', { certificates: 1 })
  if (isKeyAlone(first)) throw new PadesError('p12_no_matching_certificate', { certificates: 0 })
  return openP12InBrowser(first, passphrase)
}
