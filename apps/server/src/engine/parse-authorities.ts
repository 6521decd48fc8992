import { parseCertificate, type Certificate } from '@foja/pades/certificate'
import { createHash } from 'node:crypto'
import { putNewest } from './put-newest.ts'

/** More than ship with Foja and a company adds. */
const mostParsed = 2000
const parsed = new Map<string, Certificate>()

function parseOnce(der: Uint8Array): Certificate {
  const key = createHash('sha256').update(der).digest('base64url')
  const certificate = parsed.get(key) ?? parseCertificate(der)
  putNewest(parsed, key, certificate, mostParsed)
  return certificate
}

/**
 * Certificates of authorities, DER. Every verification needs the same ones and reading a public key takes 0.3 ms, so
 * each thread keeps what it has read.
 */
export const parseAuthorities = (encodings: readonly Uint8Array[] = []): Certificate[] => encodings.map(parseOnce)
