import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A line of assets/authorities/authorities.ndjson; `tools/authorities.ts` writes it. */
export type ShippedRow = {
  /** SHA-256 of the certificate, lower-case hex. */
  fingerprint: string
  /** ISO 3166-1 alpha-2: its own country first, then others where it issues. */
  countries: string[]
  name: string
  organization: string | null
  kind: 'root' | 'intermediate'
  /** `timestamps`: issues to timestamp authorities only. */
  purpose: 'general' | 'timestamps'
  /** Fingerprints of the certificates whose key signed this one; a renewed issuer has several. */
  issuers: string[]
  key: string
  not_before: string
  not_after: string
  /** Independent publishers that carry the same certificate. */
  sources: number
  confidence: 'confirmed' | 'one_publisher' | 'one_source'
  /** With `one_publisher`: the program that all copies come from. */
  publisher: 'FirmaEC' | '@firma' | 'Apple' | null
  /** Repositories that carry it. */
  found_in: string[]
  notes: ('root_not_found' | 'issued_abroad' | 'key_signed_confirmed' | 'sha1_signature' | 'version_1')[]
}

/** A certificate that ships with Foja. */
export type ShippedAuthority = ShippedRow & {
  /**
   * Fingerprints of the anchors of its chains: itself if it can be an anchor (roots, and intermediates whose root is
   * unknown).
   */
  anchors: readonly string[]
  /** True if it is on by default in a country that is on. */
  onByDefault: boolean
}

const folder = fileURLToPath(new URL('../../../assets/authorities', import.meta.url))

/** Longest chain of issuers; bounds the recursion if the table contains a loop. */
const maxDepth = 8

function anchorsAbove(row: ShippedRow, rows: ReadonlyMap<string, ShippedRow>, depth = 0): string[] {
  if (row.kind === 'root' || row.issuers.length === 0) return [row.fingerprint]
  if (depth === maxDepth) return []
  const above = row.issuers.flatMap((issuer) => rows.get(issuer) ?? [])
  return [...new Set(above.flatMap((issuer) => anchorsAbove(issuer, rows, depth + 1)))]
}

/** True for roots that two publishers carry, and those that the official signing program of their country carries. */
const isOnByDefault = ({ kind, confidence, publisher, countries }: ShippedRow): boolean =>
  kind === 'root' && (confidence === 'confirmed' || (publisher === 'FirmaEC' && countries.includes('EC')))

function readTable(): Map<string, ShippedAuthority> {
  const lines = readFileSync(join(folder, 'authorities.ndjson'), 'utf8').trimEnd().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as ShippedRow)
  const byFingerprint = new Map(rows.map((row) => [row.fingerprint, row]))
  return new Map(
    rows.map((row) => [
      row.fingerprint,
      { ...row, anchors: anchorsAbove(row, byFingerprint), onByDefault: isOnByDefault(row) },
    ]),
  )
}

function readEncodings(): Map<string, Uint8Array> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.pem'))
  const blocks = files.flatMap((name) => [
    ...readFileSync(join(folder, name), 'utf8').matchAll(
      /-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----/g,
    ),
  ])
  return new Map(
    blocks.map(([, base64 = '']) => {
      const der = new Uint8Array(Buffer.from(base64, 'base64'))
      return [createHash('sha256').update(der).digest('hex'), der]
    }),
  )
}

let table: Map<string, ShippedAuthority> | undefined
let encodings: Map<string, Uint8Array> | undefined

/** All authorities that ship with Foja, by fingerprint; read once per process. */
export function shippedAuthorities(): ReadonlyMap<string, ShippedAuthority> {
  return (table ??= readTable())
}

/** Certificate of a shipped authority, DER. */
export function shippedEncoding(fingerprint: string): Uint8Array {
  encodings ??= readEncodings()
  const der = encodings.get(fingerprint)
  if (der === undefined) throw new Error(`the certificate ${fingerprint} is not in the assets`)
  return der
}

/** True if it can be an anchor; the others only complete chains. */
export const canBeAnchor = ({ anchors, fingerprint }: ShippedAuthority): boolean => anchors.includes(fingerprint)
