import { parseCertificate } from '@foja/pades/certificate'
import { isSignedBy } from '@foja/pades/certificate-signature'
import { buildChain } from '@foja/pades/chain'
import { describe, expect, it } from 'vitest'
import { canBeAnchor, shippedAuthorities, shippedEncoding, type ShippedRow } from './shipped-authorities.ts'

const rows = [...shippedAuthorities().values()]
const certificates = new Map(
  rows.map(({ fingerprint }) => [fingerprint, parseCertificate(shippedEncoding(fingerprint))]),
)
const certificateOf = (fingerprint: string) => certificates.get(fingerprint)!
const names = (some: readonly { name: string }[]) => some.map(({ name }) => name)

describe('the authorities that ship with Foja', () => {
  it('match the table', () => {
    expect(rows).toHaveLength(529)
    const odd = rows.filter((row) => {
      const { fingerprint, keyType, notBefore, notAfter } = certificateOf(row.fingerprint)
      const expected = [row.fingerprint, row.key, row.not_before, row.not_after]
      return expected.join() !== [fingerprint, keyType, notBefore.toISOString(), notAfter.toISOString()].join()
    })
    expect(names(odd)).toEqual([])
    expect(new Set(rows.flatMap(({ countries }) => countries)).size).toBe(14)
  })

  it('are CA certificates, except one X.509 v1 root, which cannot say so', () => {
    const odd = rows.filter(({ fingerprint }) => !certificateOf(fingerprint).isCa)
    expect(names(odd)).toEqual(['APPFIRMAS S.A. Root AC'])
    expect(odd.map(({ kind, notes }) => [kind, notes])).toEqual([['root', ['version_1']]])
  })

  it('include no placeholder', () => {
    const placeholders = rows.filter((row) => {
      const { subject } = certificateOf(row.fingerprint)
      const span = `${row.not_before.slice(0, 10)} ${row.not_after.slice(0, 10)}`
      return /placeholder/i.test(subject.text) || span === '2026-05-09 2028-05-08'
    })
    expect(names(placeholders)).toEqual([])
  })

  it('have valid signatures: roots by their own key, intermediates by each of their issuers', () => {
    const roots = rows.filter(({ kind }) => kind === 'root')
    const forged = roots.filter(({ fingerprint }) => {
      const root = certificateOf(fingerprint)
      return !isSignedBy(root, root.publicKey)
    })
    expect(names(forged)).toEqual([])
    const links = rows.flatMap((row) => row.issuers.map((issuer) => ({ name: row.name, row, issuer })))
    const broken = links.filter(
      ({ row, issuer }) => !isSignedBy(certificateOf(row.fingerprint), certificateOf(issuer).publicKey),
    )
    expect(names(broken)).toEqual([])
    expect(links.length).toBeGreaterThan(280)
  })

  it('are anchors as roots, and as intermediates only if no root is known', () => {
    const intermediates = rows.filter((row) => row.kind === 'intermediate' && canBeAnchor(row))
    expect(intermediates).toHaveLength(104)
    expect(intermediates.filter(({ onByDefault }) => onByDefault)).toEqual([])
    expect(intermediates.every(({ notes }) => notes.includes('root_not_found'))).toBe(true)
    expect(rows.filter(({ anchors }) => anchors.length === 0)).toEqual([])
  })

  it('are on by default if two publishers carry the root, or FirmaEC does for Ecuador', () => {
    const on = rows.filter(({ onByDefault }) => onByDefault)
    const reasons = on.map(({ confidence, publisher }) => publisher ?? confidence)
    expect([...new Set(reasons)].toSorted()).toEqual(['FirmaEC', 'confirmed'])
    expect(on.filter(({ countries }) => countries.includes('EC'))).toHaveLength(27)
    const off = rows.filter((row) => row.countries.includes('EC') && canBeAnchor(row) && !row.onByDefault)
    expect(names(off)).toEqual(['AUTORIDAD DE CERTIFICACION RAIZ CA-2 SECURITY DATA'])
  })

  it('build the chain of every intermediate to a root, except for SHA-1 signatures', () => {
    const anchors = rows.filter(canBeAnchor).map(({ fingerprint }) => certificateOf(fingerprint))
    const pool = [...certificates.values()]
    const restsOnSha1 = ({ notes, issuers }: ShippedRow): boolean =>
      notes.includes('sha1_signature') ||
      issuers
        .map((issuer) => shippedAuthorities().get(issuer)!)
        .some((issuer) => !canBeAnchor(issuer) && restsOnSha1(issuer))
    const completing = rows.filter((row) => !canBeAnchor(row) && !restsOnSha1(row))
    const refused = completing.filter(({ fingerprint }) => {
      const certificate = certificateOf(fingerprint)
      // a renewed root is younger than what its key signed before
      const [from, to] = [certificate.notBefore, certificate.notAfter]
      const moments = [from, new Date((from.getTime() + to.getTime()) / 2), to]
      return !moments.some((at) => buildChain(certificate, pool, anchors, at).trusted)
    })
    expect(completing.length).toBeGreaterThan(200)
    expect(names(refused)).toEqual([])
  })

  it('are reserved for timestamps where the table says so', () => {
    const some = rows.filter(({ purpose, kind }) => purpose === 'timestamps' && kind === 'root')
    expect(names(some)).toEqual(['Sectigo Qualified Time Stamping Root R45'])
  })
})
