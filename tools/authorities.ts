// Builds the shipped authorities (apps/server/assets/authorities) from a folder with a README.md that tables
// certificates and one PEM file per country: node tools/authorities.ts FOLDER
import { readdirSync, readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ShippedRow } from '@foja/server/modules/verification-core/shipped-authorities'
import { type Certificate, parseCertificate } from '@foja/pades/certificate'
import { isSignedBy } from '@foja/pades/certificate-signature'
import { sameName } from '@foja/pades/distinguished-name'
import { root } from './run.ts'

/** A raw row of the folder's tables. */
type TableRow = {
  country: string
  name: string
  kind: string
  fingerprint: string
  sources: number
  confidence: string
  foundIn: string
  notes: string
}
/** A certificate with its rows: one that also issues abroad has a row in each country. */
type Known = { certificate: Certificate; rows: TableRow[] }

const timeStamping = '1.3.6.1.5.5.7.3.8'
const timestampName = /\bTSA\b|\bTSU\b|time ?stamp|sellado de tiempo/i
/** Programs whose copies count as one source, by a path that only their files have. */
const publishers = [
  [/ec\/gob\/firmadigital\//, 'FirmaEC'],
  [/^ctt-gob-es\//, '@firma'],
  [/^PeculiarVentures\/tl-create/, 'Apple'],
] as const

/** The rows of the certificate tables. Tables of excluded certificates have fewer columns. */
function readTable(readme: string): TableRow[] {
  const rows = readme.split('\n').filter((line) => /^\| [A-Z]{2} \| /.test(line))
  return rows.flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    if (cells.length !== 12) return []
    const [, country = '', name = '', kind = '', , , fingerprint = '', sources, foundIn = '', confidence = ''] = cells
    return [{ country, name, kind, fingerprint, sources: Number(sources), foundIn, confidence, notes: cells[10] ?? '' }]
  })
}

function readCertificates(folder: string): Certificate[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.pem'))
  return files.toSorted().flatMap((name) => {
    const blocks = readFileSync(join(folder, name), 'utf8').matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g)
    return Array.from(blocks, ([, base64 = '']) => parseCertificate(Buffer.from(base64, 'base64')))
  })
}

/** Decodes UTF-8 that was read as Latin-1 and encoded again, as in a name of a Mexican authority. */
function readableName(name: string): string {
  const once = Buffer.from(name, 'latin1')
  const isLatin1 = once.toString('latin1') === name
  const decoded = once.toString('utf8')
  return isLatin1 && !decoded.includes('\ufffd') ? decoded : name
}

const isSelfIssued = ({ subjectDer, issuerDer }: Certificate): boolean => sameName(subjectDer, issuerDer)

function isForTimestamps(certificate: Certificate): boolean {
  const usages = certificate.extendedKeyUsage ?? []
  const others = usages.filter((usage) => usage !== timeStamping && usage !== '1.3.6.1.5.5.7.3.9')
  const name = certificate.subject.commonName ?? certificate.subject.text
  if (timestampName.test(name)) return true
  // an authority for people without a stated usage
  return usages.includes(timeStamping) && others.length === 0 && !/firma electr/i.test(name)
}

function confidenceOf({ confidence }: TableRow): ShippedRow['confidence'] {
  if (confidence === 'confirmed') return 'confirmed'
  return confidence.startsWith('one publisher') ? 'one_publisher' : 'one_source'
}

function publisherOf(row: TableRow): ShippedRow['publisher'] {
  if (confidenceOf(row) !== 'one_publisher') return null
  const first = /`([^`]+)`/.exec(row.foundIn)?.[1] ?? ''
  return publishers.find(([pattern]) => pattern.test(first))?.[1] ?? null
}

function notesOf(certificate: Certificate, rows: TableRow[]): ShippedRow['notes'] {
  const said = rows.map(({ notes }) => notes).join('; ')
  const notes: [ShippedRow['notes'][number], boolean][] = [
    ['root_not_found', said.includes('root not found here')],
    ['issued_abroad', said.includes('issued abroad')],
    ['key_signed_confirmed', said.includes('its key signed a confirmed certificate')],
    ['sha1_signature', said.includes('SHA1 signature')],
    ['version_1', certificate.extensions.length === 0],
  ]
  return notes.flatMap(([note, holds]) => (holds ? [note] : []))
}

/** Countries that list it: its own first, then the others where it issues. */
const countriesOf = ({ rows }: Known): string[] => {
  const home = rows.filter(({ notes }) => !notes.includes('issued abroad'))
  return [...new Set([...home, ...rows].map(({ country }) => country))]
}

function rowOf(known: Known, all: readonly Known[]): ShippedRow {
  const { certificate, rows } = known
  const row = rows[0]!
  const issuers = all.filter(
    (other) =>
      other !== known &&
      !isSelfIssued(certificate) &&
      sameName(other.certificate.subjectDer, certificate.issuerDer) &&
      isSignedBy(certificate, other.certificate.publicKey),
  )
  return {
    fingerprint: certificate.fingerprint,
    countries: countriesOf(known),
    name: readableName(certificate.subject.commonName ?? row.name),
    organization: certificate.subject.organization ?? null,
    kind: row.kind === 'root' ? 'root' : 'intermediate',
    purpose: isForTimestamps(certificate) ? 'timestamps' : 'general',
    issuers: issuers.map((issuer) => issuer.certificate.fingerprint),
    key: certificate.keyType,
    not_before: certificate.notBefore.toISOString(),
    not_after: certificate.notAfter.toISOString(),
    sources: row.sources,
    confidence: confidenceOf(row),
    publisher: publisherOf(row),
    found_in: [
      ...new Set(Array.from(row.foundIn.matchAll(/`([\w.-]+\/[\w.-]+):/g), ([, repository = '']) => repository)),
    ],
    notes: notesOf(certificate, rows),
  }
}

/** @throws Error naming the certificate that must not be shipped */
function check({ certificate, rows }: Known, row: ShippedRow): void {
  const refuse = (why: string): never => {
    throw new Error(`${row.name} (${certificate.fingerprint}): ${why}`)
  }
  const isRoot = row.kind === 'root'
  if (/placeholder/i.test(certificate.subject.text)) refuse('a placeholder')
  if (isRoot !== isSelfIssued(certificate)) refuse('the table names another kind')
  if (isRoot && !isSignedBy(certificate, certificate.publicKey)) refuse('not signed by its own key')
  if (!isRoot && row.issuers.length === 0 && !row.notes.includes('root_not_found')) refuse('its issuer is not here')
  if (!certificate.isCa && !row.notes.includes('version_1')) refuse('not an authority')
  if (rows.some(({ fingerprint }) => fingerprint !== certificate.fingerprint)) refuse('another fingerprint')
}

/** The table and the certificates of a folder, checked. */
export function readFolder(folder: string): { row: ShippedRow; certificate: Certificate }[] {
  const table = readTable(readFileSync(join(folder, 'README.md'), 'utf8'))
  const certificates = new Map(readCertificates(folder).map((one) => [one.fingerprint, one]))
  const missing = table.filter(({ fingerprint }) => !certificates.has(fingerprint))
  if (missing.length > 0) throw new Error(`no certificate has the fingerprint ${missing[0]!.fingerprint}`)
  const known = Array.from(certificates.values(), (certificate) => {
    const rows = table.filter(({ fingerprint }) => fingerprint === certificate.fingerprint)
    if (rows.length === 0) throw new Error(`the table does not name ${certificate.fingerprint}`)
    return { certificate, rows }
  })
  return known.map((one) => {
    const row = rowOf(one, known)
    check(one, row)
    return { row, certificate: one.certificate }
  })
}

const pemOf = ({ row, certificate }: { row: ShippedRow; certificate: Certificate }): string => {
  const lines =
    Buffer.from(certificate.der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return [`# ${row.name}`, '-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function main(folder: string): void {
  const target = join(root, 'apps', 'server', 'assets', 'authorities')
  const order = ({ row }: { row: ShippedRow }) =>
    `${row.countries[0]} ${row.kind === 'root' ? 0 : 1} ${row.name} ${row.fingerprint}`
  const all = readFolder(folder).toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const byCountry = Map.groupBy(all, ({ row }) => row.countries[0]!)
  for (const [country, some] of byCountry) {
    writeFileSync(join(target, `${country.toLowerCase()}.pem`), some.map(pemOf).join('\n'))
  }
  writeFileSync(join(target, 'authorities.ndjson'), all.map(({ row }) => `${JSON.stringify(row)}\n`).join(''))
  console.log(`${all.length} authorities of ${byCountry.size} countries`)
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('usage: node tools/authorities.ts FOLDER')
  main(folder)
}
