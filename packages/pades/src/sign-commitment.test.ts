import { createHash } from 'node:crypto'
import { createTestAuthority } from '@foja/testing/ca'
import { writeP12 } from '@foja/testing/p12'
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import { describe, expect, it } from 'vitest'
import { openP12InBrowser } from './browser/open-p12.ts'
import { parseCertificate } from './certificate.ts'
import { signedAttributes, signedData } from './cms/build.ts'
import type { CommitmentType } from './cms/commitment.ts'
import { octetString, oid, sequence, setOf, sortedSetContents, element, Tag } from './cms/der.ts'
import { Oid } from './cms/oids.ts'
import { parseCms } from './cms/parse.ts'
import { children, encodingOf, readNode } from './cms/read-der.ts'
import { keySigner } from './key-signer.ts'
import { ana, check, cmsOf, coveredDigest, firstReport, signAs, withCms } from './verify/testing/signing.ts'
import { contract } from './verify/testing/tiny-pdf.ts'

const arc = '1.2.840.113549.1.9.16.6'
const textOf = (pdf: Uint8Array): string => Buffer.from(pdf).toString('latin1')

/** Ana's signature with an additional signed attribute of this value. */
async function signWithAttribute(type: string, value: Uint8Array): Promise<Uint8Array> {
  const signed = await signAs(ana, contract())
  const { certificate, chain } = ana
  const plain = signedAttributes({ contentDigest: coveredDigest(signed), certificate, hash: 'sha256' })
  const more = sequence(oid(type), setOf([value]))
  const attributes = element(Tag.set, sortedSetContents([...children(readNode(plain)).map(encodingOf), more]))
  const signer = keySigner(ana)
  const digest = createHash('sha256').update(attributes).digest()
  const signature = await signer.signDigest(digest, 'sha256', attributes)
  return withCms(
    signed,
    signedData({
      signedAttributes: attributes,
      signature,
      certificate,
      chain,
      hash: 'sha256',
      algorithm: signer.algorithm,
    }),
  )
}

describe('commitment type', () => {
  it.each<[CommitmentType, number]>([
    ['proofOfOrigin', 1],
    ['proofOfReceipt', 2],
    ['proofOfDelivery', 3],
    ['proofOfSender', 4],
    ['proofOfApproval', 5],
    ['proofOfCreation', 6],
  ])('%s is a signed attribute that the verifier reports', async (commitmentType, last) => {
    const pdf = await signAs(ana, contract(), { commitmentType })
    expect(firstReport(pdf)).toMatchObject({ indication: 'TOTAL_PASSED', commitment: commitmentType })
    const cms = cmsOf(pdf)
    const value = sequence(oid(Oid.commitmentType), setOf([sequence(oid(`${arc}.${last}`))]))
    expect(Buffer.from(parseCms(cms).signedAttributes[0]!).includes(Buffer.from(value))).toBe(true)
    const judged = runValidator('pdfsig', ['-nocert'], pdf)
    if (judged) expect(judged.output).toContain('Signature Validation: Signature is Valid.')
  })

  it('replaces /Reason, which stays in the stamp (ETSI EN 319 142-1 §6.3, requirement m)', async () => {
    const rectangle = { page: 1, x: 40, y: 50, width: 200, height: 80 }
    const look = { rectangle, reason: 'Apruebo el acta', appearance: { kind: 'text' } } as const
    const [plain, committed, without] = [
      await signAs(ana, contract(), look),
      await signAs(ana, contract(), { ...look, commitmentType: 'proofOfApproval' }),
      await signAs(ana, contract(), { ...look, reason: undefined, commitmentType: 'proofOfApproval' }),
    ]
    expect(textOf(plain)).toContain('/Reason (Apruebo el acta)')
    expect(firstReport(plain)).not.toHaveProperty('commitment')
    expect(textOf(committed)).not.toContain('/Reason')
    expect(firstReport(committed)).not.toHaveProperty('reason')
    // the reason is drawn: the stamp is longer than without it
    expect(committed.length).toBeGreaterThan(without.length)
  })

  it('is refused by a field that requires a reason', async () => {
    const seed = '<< /Type /SV /Ff 8 /Reasons [(Apruebo)] >>'
    const pdf = makePdf({ form: 'direct', emptyField: { name: 'Firma', rect: [0, 0, 0, 0], seed } })
    const signing = signAs(ana, pdf, { fieldName: 'Firma', commitmentType: 'proofOfApproval' })
    await expect(signing).rejects.toMatchObject({ code: 'pdf_forbids_signing', detail: { key: 'Reasons' } })
    expect(check(await signAs(ana, pdf, { fieldName: 'Firma' })).summary).toBe('valid')
  })

  it('of another kind is reported by its identifier; a damaged one is ignored', async () => {
    const other = await signWithAttribute(Oid.commitmentType, sequence(oid('1.3.6.1.4.1.99999.1')))
    expect(firstReport(other)).toMatchObject({ indication: 'TOTAL_PASSED', commitment: '1.3.6.1.4.1.99999.1' })
    const damaged = await signWithAttribute(Oid.commitmentType, octetString(Uint8Array.of(1, 2)))
    expect(firstReport(damaged).indication).toBe('TOTAL_PASSED')
    expect(firstReport(damaged)).not.toHaveProperty('commitment')
  })

  it('of a known kind is signed by a key in a page', async () => {
    const user = createTestAuthority({ keyType: 'p256' }).issue({ commonName: 'Ana', keyType: 'p256' })
    const key = await openP12InBrowser(writeP12({ ...user, passphrase: 'clave' }), 'clave')
    const certificate = parseCertificate(key.certificate)
    const parts = { contentDigest: new Uint8Array(32), certificate, hash: 'sha256' } as const
    const known = signedAttributes({ ...parts, commitmentType: 'proofOfSender' })
    expect((await key.sign(known, 'sha256')).length).toBeGreaterThan(60)
    const changed = Buffer.from(known)
    changed[changed.indexOf(Buffer.from(oid(`${arc}.4`))) + 12] = 99
    await expect(key.sign(changed, 'sha256')).rejects.toMatchObject({ code: 'signature_mismatch' })
  })
})
