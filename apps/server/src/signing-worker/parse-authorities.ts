import { parseCertificate, type Certificate } from '@foja/pades/certificate'
import { createHash } from 'node:crypto'
import { lruSet } from '../lib/lru-map.ts'

/** Above the number of shipped authorities plus those that a company adds. */
const mostParsed = 2000
const parsed = new Map<string, Certificate>()

function parseOnce(der: Uint8Array): Certificate {
  const key = createHash('sha256').update(der).digest('base64url')
  const certificate = parsed.get(key) ?? parseCertificate(der)
  lruSet(parsed, key, certificate, mostParsed)
  return certificate
}

/**
 * Parses certificates of authorities (DER). Every verification needs the same ones and reading a public key takes
 * 0.3 ms, so each thread caches them.
 */
export const parseAuthorities = (encodings: readonly Uint8Array[] = []): Certificate[] => encodings.map(parseOnce)
