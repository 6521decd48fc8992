import type { SentVerification, SignatureReport } from '@foja/contracts/verification'
import { sign } from '@foja/pades/sign'
import { appendRevision, contract, stream } from '@foja/pades/verify/testing/tiny-pdf'
import { makePdf } from '@foja/testing/pdfs'
import { makeTestSigner } from '@foja/testing/signing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bodyOf, createCase, formOf, pdfFile, openOffice } from '../../../../test/office.ts'
import { testAuthority } from '../../../../test/people.ts'
import { detailsOf, trustRoot, verify as verifyStored } from '../../../../test/signing.ts'

const signedBy = async (name: string, pdf: Uint8Array, options: object = {}) => {
  const { signer } = makeTestSigner({ name, authority: testAuthority() })
  return Buffer.from((await sign(pdf, signer, { signingTime: new Date(), ...options })).pdf)
}
const office = await openOffice()
await trustRoot(office.gestor)
const ana = await signedBy('Ana Torres', contract())
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())
afterEach(() => void vi.restoreAllMocks())

const send = async (bytes: Uint8Array, language = 'es') => {
  const path = '/api/v1/verify_document/'
  const body = formOf([pdfFile('x.pdf', Buffer.from(bytes))])
  const headers = { 'accept-language': language }
  return await bodyOf<SentVerification>(await office.usuario.call(path, { method: 'POST', body, headers }), 200)
}
const by = ({ signatures }: { signatures: SignatureReport[] }, name: string) =>
  signatures.find(({ signer }) => signer?.name === name)!

/** The contract's page with another amount. */
const otherPage = { 5: stream('BT /Helv 12 Tf 72 720 Td (Pago: 900) Tj ET /Logo Do') }

/** Makes the engine accept the structure of every file, as if a change had escaped it. */
function blindEngine(): void {
  const { engine } = office.server.deps
  const real = engine.verify
  vi.spyOn(engine, 'verify').mockImplementation(async (task) => {
    const { signatures } = await real(task)
    const passed = { indication: 'TOTAL_PASSED', subindication: null, modified_after: false } as const
    return { signatures: signatures.map((one) => ({ ...one, ...passed, modifications: [] })), summary: 'valid' }
  })
}

describe('visual comparison of a signed file with a later revision', () => {
  it('finds no difference outside the stamp of a second signer', async () => {
    const rectangle = { page: 1, x: 300, y: 300, width: 200, height: 70 }
    const found = await send(await signedBy('Luis Vega', ana, { rectangle }))
    expect(found.summary).toBe('valid')
    expect(by(found, 'Ana Torres').visual).toEqual({ result: 'same', reason: null, pages_compared: 2 })
    expect(by(found, 'Luis Vega').visual).toEqual({ result: 'whole', reason: null, pages_compared: 0 })
  })

  it('finds no difference outside a filled field', async () => {
    const filled = appendRevision(ana, {
      10: '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Nombre) /Rect [ 72 600 272 620 ] /P 3 0 R /V (Eva Ruiz) /AP << /N 12 0 R >> >>',
      12: stream(
        '/Tx BMC q BT /Helv 12 Tf 0 g 2 5 Td (Eva Ruiz) Tj ET Q EMC',
        '/Type /XObject /Subtype /Form /BBox [ 0 0 200 20 ] /Resources << /Font << /Helv 8 0 R >> >>',
      ),
    })
    const found = await send(filled)
    expect(by(found, 'Ana Torres')).toMatchObject({
      indication: 'TOTAL_PASSED',
      additions: [{ kind: 'field_filled', page: 1, rectangle: { x: 72, y: 172, width: 200, height: 20 } }],
      visual: { result: 'same', reason: null, pages_compared: 2 },
    })
  })

  it('is limited to fifty pages and reports it', async () => {
    const first = await signedBy('Ana Torres', makePdf({ pages: 60 }))
    const found = await send(
      await signedBy('Luis Vega', first, { rectangle: { page: 1, x: 300, y: 300, width: 200, height: 70 } }),
    )
    expect(found.summary).toBe('valid')
    expect(by(found, 'Ana Torres').visual).toEqual({ result: 'partial', reason: 'limits', pages_compared: 50 })
  })

  it('skips a page that cannot be drawn and reports it', async () => {
    const broken = await signedBy('Ana Torres', contract({ 4: '42' }))
    const found = await send(await signedBy('Luis Vega', broken))
    expect(found.summary).toBe('valid')
    expect(by(found, 'Ana Torres').visual).toEqual({ result: 'partial', reason: 'cannot_be_drawn', pages_compared: 1 })
  })

  it('is skipped when the renderer is busy, and reports it', async () => {
    const { renderer } = office.server.deps
    vi.spyOn(renderer, 'compareRevisions').mockImplementation(async (_, revisions) =>
      revisions.map(() => ({ compared: 0, differences: [], reason: 'busy' })),
    )
    const found = await send(await signedBy('Luis Vega', ana))
    expect(found.summary).toBe('valid')
    expect(by(found, 'Ana Torres').visual).toEqual({ result: 'not_compared', reason: 'busy', pages_compared: 0 })
  })
})

describe('visual comparison of a changed page', () => {
  it('is skipped when the structural check found the change', async () => {
    const compare = vi.spyOn(office.server.deps.renderer, 'compareRevisions')
    const found = await send(appendRevision(ana, otherPage))
    expect(by(found, 'Ana Torres')).toMatchObject({
      indication: 'TOTAL_FAILED',
      visual: { result: 'not_compared', reason: 'already_invalid', pages_compared: 0 },
    })
    expect(compare).not.toHaveBeenCalled()
  })

  it('makes a signature invalid, with page, place and explanation', async () => {
    blindEngine()
    const forged = appendRevision(ana, otherPage)
    const found = await send(forged)
    expect(found.summary).toBe('invalid')
    expect(by(found, 'Ana Torres')).toMatchObject({
      indication: 'TOTAL_FAILED',
      subindication: 'MODIFIED_AFTER_SIGNING',
      modified_after: true,
      visual: { result: 'different', reason: null, pages_compared: 2 },
      modifications: [{ kind: 'visual_difference', page: 1 }],
      explanation:
        'La firma de Ana Torres ya no vale para este documento: se ve distinto de lo que se firmó (página 1).',
    })
    const { x, y, width, height } = by(found, 'Ana Torres').modifications[0]!.rectangle!
    // The changed digit is on the first line.
    expect(x).toBeGreaterThan(100)
    expect(y).toBeGreaterThan(55)
    expect(width).toBeLessThan(12)
    expect(height).toBeLessThan(15)
    expect(by(await send(forged, 'en'), 'Ana Torres').explanation).toBe(
      'The signature of Ana Torres no longer holds for this document: it looks different from what was signed (page 1).',
    )
  })

  it('runs for uploaded documents, is cached, and appears in the evidence report', async () => {
    blindEngine()
    const compare = vi.spyOn(office.server.deps.renderer, 'compareRevisions')
    const forged = Buffer.from(appendRevision(ana, otherPage))
    const { document } = await createCase(office.usuario, pdfFile('Contrato.pdf', forged))
    expect((await detailsOf(office.usuario, document)).signatures).toEqual({ count: 1, verdict: 'invalid' })
    compare.mockClear()
    for (let round = 0; round < 2; round += 1) {
      expect((await verifyStored(office.usuario, document)).summary).toBe('invalid')
      // The verdict has expired, but the comparison of the same bytes is cached.
      office.server.advance(301_000)
    }
    expect(compare).toHaveBeenCalledTimes(1)
    office.server.advance(-2 * 301_000)
    const evidence = await office.usuario.call(`/api/v1/evidence_report/${document.id_documento}/`)
    const query = 'Hay páginas que se ven distintas de lo que se firmó'
    expect(evidence.status).toBe(200)
    const report = Buffer.from(await evidence.arrayBuffer())
    expect((await office.server.deps.renderer.searchText(report, { query })).hits).toHaveLength(1)
  })
})
