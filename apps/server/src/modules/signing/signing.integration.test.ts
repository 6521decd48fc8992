import type { Problem } from '@foja/contracts/problem'
import { makePdf } from '@foja/testing/pdfs'
import { sign as signPdf } from '@foja/pades/sign'
import { makeTestSigner, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openlyEncrypted, repairedPdf } from '../../../test/odd-pdfs.ts'
import { bodyOf, createCase, expectProblem, namedKeys, pdfFile, openOffice, storedKeys } from '../../../test/office.ts'
import { onePixelPng, plainPng } from '../../../test/pictures.ts'
import { giveSigner, p12File, passphrase, signerPath, testAuthority } from '../../../test/people.ts'
import { detailsOf, download, position, sign, signedOf, trustRoot, verify } from '../../../test/signing.ts'

const office = await openOffice()
await giveSigner(office.gestor, 'Gael Gestor Ibáñez', { variant: 'legacy', keyType: 'rsa2048' })
await giveSigner(office.usuario, 'Úrsula Usuaria Peña')
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())
afterEach(async () => expect(await storedKeys(office)).toEqual(await namedKeys(office)))

const distrust = async () => {
  await office.server.deps.db.deleteFrom('trust_anchor').execute()
}

describe('signing', () => {
  it.each(['qr', 'text', 'invisible'] as const)(
    'creates a signature with appearance %s that this and other validators accept',
    async (kind) => {
      const { document } = await createCase(office.usuario)
      const original = await download(office.usuario, document)
      const place = kind === 'invisible' ? {} : { position }
      const result = await signedOf(
        await sign(office.usuario, document, {
          sha256: document.sha256,
          appearance: kind,
          reason: 'Conformidad',
          ...place,
        }),
      )
      expect(result).toMatchObject({ id_documento: document.id_documento, version: 2, level: 'B-B', signatures: 1 })
      const bytes = await download(office.usuario, document)
      expect(bytes.subarray(0, original.length).equals(original)).toBe(true)
      const report = await verify(office.usuario, document)
      expect(report).toMatchObject({ summary: 'indeterminate', sha256: result.sha256 })
      expect(report.signatures[0]).toMatchObject({
        indication: 'INDETERMINATE',
        integrity: true,
        covers_whole_file: true,
        modified_after: false,
        trusted: false,
        reason: 'Conformidad',
        signer: { name: 'Úrsula Usuaria Peña' },
      })
      if (!hasValidator('pdfsig')) return
      const output = runValidator('pdfsig', ['-nocert'], bytes)?.output
      expect(output).toContain('Signature is Valid')
      expect(output).toContain('Total document signed')
    },
  )

  it('draws the stored image, and is refused without one', async () => {
    const { document } = await createCase(office.usuario)
    const imageStamp = { appearance: 'image', position }
    await expectProblem(await sign(office.usuario, document, imageStamp), 400, 'file_missing')
    const files = [p12File({ commonName: 'Úrsula Usuaria Peña' }), { name: 'rúbrica.png', bytes: onePixelPng }]
    await bodyOf(await office.usuario.upload(signerPath, files, { password: passphrase }), 200)
    expect((await signedOf(await sign(office.usuario, document, imageStamp))).signatures).toBe(1)
  })

  it('keeps every earlier signature valid, also on rotated pages', async () => {
    const { document } = await createCase(office.usuario, pdfFile('girado.pdf', makePdf({ rotate: 90, pages: 2 })))
    await signedOf(await sign(office.usuario, document, { position: { ...position, y: 60 } }))
    const second = await signedOf(
      await sign(office.gestor, document, { position: { ...position, page: 2, x: 300, y: 300 } }),
    )
    expect(second).toMatchObject({ version: 3, signatures: 2 })
    expect((await verify(office.gestor, document)).summary).toBe('indeterminate')
    await trustRoot(office.gestor)
    const report = await verify(office.gestor, document)
    expect(report.summary).toBe('valid')
    expect(report.signatures.map((one) => [one.indication, one.signer?.name, one.trusted])).toEqual([
      ['TOTAL_PASSED', 'Úrsula Usuaria Peña', true],
      ['TOTAL_PASSED', 'Gael Gestor Ibáñez', true],
    ])
    expect(report.signatures[0]?.explanation).toMatch(/Úrsula/)
    const details = await detailsOf(office.usuario, document)
    expect(details).toMatchObject({ version: 3, signatures: { count: 2, verdict: 'valid' } })
    expect(details.versions.map((one) => [one.version, one.origin])).toEqual([
      [3, 'sign'],
      [2, 'sign'],
      [1, 'upload'],
    ])
    expect((await verify(office.usuario, document, 1)).summary).toBe('unsigned')
    expect((await verify(office.usuario, document, 2)).signatures).toHaveLength(1)
    await distrust()
    expect((await verify(office.gestor, document)).summary).toBe('indeterminate')
    if (!hasValidator('pdfsig')) return
    const output = runValidator('pdfsig', ['-nocert'], await download(office.gestor, document))?.output
    expect(output?.match(/Signature is Valid/g)).toHaveLength(2)
  })

  it('refuses a version that the user did not see', async () => {
    const { document } = await createCase(office.usuario)
    await expectProblem(await sign(office.usuario, document, { sha256: '0'.repeat(64) }), 400, 'stale_document')
    await signedOf(await sign(office.usuario, document))
    await expectProblem(await sign(office.usuario, document, { sha256: document.sha256 }), 400, 'stale_document')
  })

  it.each([
    ['page_not_found', { position: { ...position, page: 2 } }],
    ['rectangle_outside_page', { position: { ...position, x: 590 } }],
    ['validation_failed', { position: { ...position, width: -1 } }],
    ['timestamp_not_configured', { level: 'B-LTA' }],
    ['validation_failed', { password: undefined }],
  ] as const)('throws %s for %j', async (code, more) => {
    const { document } = await createCase(office.usuario)
    await expectProblem(await sign(office.usuario, document, more), 400, code)
  })

  it('requires a stored signature and a PDF', async () => {
    const { document } = await createCase(office.colega)
    await expectProblem(await sign(office.colega, document), 400, 'no_signer')
    const picture = await createCase(office.usuario, { name: 'foto.png', bytes: plainPng(2, 2) })
    await expectProblem(await sign(office.usuario, picture.document), 400, 'document_not_pdf')
  })

  it('repairs a damaged file before it signs, and records it', async () => {
    const { document } = await createCase(office.usuario, pdfFile('remendado.pdf', repairedPdf))
    expect(document).toMatchObject({ paginas: 1, signatures: { count: 0, verdict: null } })
    const key = randomUUID()
    const result = await signedOf(await sign(office.usuario, document, { position }, key))
    expect(result).toMatchObject({ version: 2, repaired: true, signatures: 1 })
    expect(await signedOf(await sign(office.usuario, document, { position }, key))).toEqual(result)
    const [report] = (await verify(office.usuario, document)).signatures
    expect(report).toMatchObject({ integrity: true, covers_whole_file: true })
    const { db } = office.server.deps
    const event = await db
      .selectFrom('event')
      .where('id_documento', '=', document.id_documento)
      .where('action', '=', 'document.signed')
      .select('data')
      .executeTakeFirstOrThrow()
    expect(event.data).toMatchObject({ repaired: true, nombre: 'remendado.pdf' })
    // The repaired file is sound: the next signature leaves it as it is.
    const second = await signedOf(await sign(office.usuario, document, { position: { ...position, y: 60 } }))
    expect(second).toMatchObject({ repaired: false, signatures: 2 })
  })

  it('does not repair a signed file', async () => {
    const { signer } = makeTestSigner({ authority: testAuthority() })
    const { pdf } = await signPdf(makePdf(), signer, { signingTime: new Date() })
    const broken = Buffer.from(
      Buffer.from(pdf)
        .toString('latin1')
        .replace(/startxref\n\d+(?![\s\S]*startxref)/, 'startxref\n7'),
      'latin1',
    )
    const { document } = await createCase(office.usuario, pdfFile('firmado y roto.pdf', broken))
    await expectProblem(await sign(office.usuario, document), 400, 'pdf_signed_and_damaged')
  })

  it('creates a verification code for visible signatures only', async () => {
    const { document } = await createCase(office.usuario)
    const shown = await signedOf(await sign(office.usuario, document, { position, appearance: 'text' }))
    const hidden = await signedOf(await sign(office.usuario, document, { position, appearance: 'invisible' }))
    expect(shown.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
    expect(hidden.code).toBeNull()
    const { db } = office.server.deps
    const rows = await db
      .selectFrom('verification_code')
      .where('id_documento', '=', document.id_documento)
      .select(['code', 'version'])
      .execute()
    expect(rows).toEqual([{ code: shown.code, version: 2 }])
  })

  it('puts the stamp on the last page or in an existing field', async () => {
    const { document } = await createCase(office.usuario, pdfFile('tres.pdf', makePdf({ pages: 3 })))
    await signedOf(await sign(office.usuario, document, { position: { ...position, page: 'last' } }))
    expect((await verify(office.usuario, document)).signatures[0]).toMatchObject({ page: 3 })
    await expectProblem(await sign(office.usuario, document, { field: 'Firma del testigo' }), 400, 'field_not_found')
    await expectProblem(await sign(office.usuario, document, { field: 'Signature1' }), 400, 'field_already_signed')
  })

  it('certifies a document, and forbids further signatures on request', async () => {
    const { document } = await createCase(office.usuario)
    await signedOf(await sign(office.usuario, document, { certify: 1 }))
    expect((await verify(office.usuario, document)).signatures[0]).toMatchObject({ kind: 'certification' })
    await expectProblem(await sign(office.gestor, document), 400, 'pdf_forbids_signing')
    const open = await createCase(office.usuario)
    await signedOf(await sign(office.usuario, open.document))
    await expectProblem(await sign(office.usuario, open.document, { certify: 2 }), 400, 'pdf_forbids_signing')
  })

  it('locks form fields, and refuses a lock that is not possible', async () => {
    const file = pdfFile('formulario.pdf', makePdf({ form: 'direct' }))
    const { document } = await createCase(office.usuario, file)
    const unknown = { action: 'include', fields: ['comentario', 'nadie'] }
    const problem = await expectProblem(await sign(office.usuario, document, { lock: unknown }), 400, 'field_not_found')
    expect(problem.errors?.[0]).toMatchObject({ field: 'lock', message: expect.stringContaining('campo') })
    await expectProblem(
      await sign(office.usuario, document, { lock: { action: 'all', fields: ['comentario'] } }),
      400,
      'validation_failed',
    )
    await signedOf(await sign(office.usuario, document, { lock: { action: 'include', fields: ['comentario'] } }))
    const bytes = (await download(office.usuario, document)).toString('latin1')
    expect(bytes).toContain('/TransformMethod /FieldMDP')
    expect(bytes).toContain('/Action /Include /Fields [ (comentario) ]')
    await signedOf(await sign(office.gestor, document, { lock: { action: 'all' } }))
    await expectProblem(await sign(office.usuario, document), 400, 'pdf_forbids_signing')
    const { signatures } = await verify(office.usuario, document)
    expect(signatures.map(({ modified_after }) => modified_after)).toEqual([false, false])
  })

  it('contains the commitment type of the signer', async () => {
    const { document } = await createCase(office.usuario)
    const options = { position, reason: 'Conformidad', commitment_type: 'proof_of_approval' }
    await expectProblem(await sign(office.usuario, document, { commitment_type: 'aprobado' }), 400, 'validation_failed')
    await signedOf(await sign(office.usuario, document, options))
    const [signature] = (await verify(office.usuario, document)).signatures
    expect(signature).toMatchObject({ integrity: true, commitment: 'proof_of_approval', reason: null })
  })

  it('refuses a stamp that would break an earlier signature', async () => {
    const { signer } = makeTestSigner({ authority: testAuthority() })
    const certified = await signPdf(makePdf(), signer, { signingTime: new Date(), certify: 2 })
    const { document } = await createCase(office.usuario, pdfFile('certificado.pdf', Buffer.from(certified.pdf)))
    const problem = await expectProblem(await sign(office.usuario, document, { position }), 400, 'pdf_forbids_signing')
    expect(problem.errors?.[0]).toMatchObject({ field: 'position', message: expect.stringContaining('sello') })
    await signedOf(await sign(office.usuario, document))
    const { signatures } = await verify(office.usuario, document)
    expect(signatures.map(({ integrity, modified_after }) => [integrity, modified_after])).toEqual([
      [true, false],
      [true, false],
    ])
  })

  it('signs inside the encryption of a file that opens without a password', async () => {
    const { document } = await createCase(office.usuario, pdfFile('cifrado.pdf', openlyEncrypted('')))
    expect(document.signatures).toEqual({ count: 0, verdict: null })
    expect(await signedOf(await sign(office.usuario, document, { position }))).toMatchObject({ signatures: 1 })
    const [report] = (await verify(office.usuario, document)).signatures
    expect(report).toMatchObject({ integrity: true, modified_after: false })
  })

  it('answers wrong passphrases with the attempts that are left, and then with the pause, as 400', async () => {
    const { document } = await createCase(office.usuario)
    const wrong = () => sign(office.usuario, document, { password: 'otra' })
    const first = await expectProblem(await wrong(), 400, 'p12_wrong_passphrase')
    expect(first.detail).toMatch(/^Te quedan 9 intentos antes de una pausa de 15 minutos\. /)
    // At once, so that none is checked beyond the limit.
    const answers = await Promise.all(Array.from({ length: 11 }, wrong))
    const problems = await Promise.all(answers.map((answer) => bodyOf<Problem>(answer, 400)))
    const told = problems.map(
      ({ detail }) => /^(?:Te queda.? \d+ intentos?|Fue el último intento|Espera)/.exec(detail)?.[0],
    )
    const left = Array.from({ length: 7 }, (_, n) => `Te quedan ${n + 2} intentos`)
    const expected = [...left, 'Te queda 1 intento', 'Fue el último intento', 'Espera', 'Espera']
    expect(told.toSorted()).toEqual(expected.toSorted())
    const locked = await sign(office.usuario, document)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    const paused = await expectProblem(locked, 400, 'passphrase_paused')
    expect(paused.detail).toMatch(/^Espera 15 minutos y vuelve a intentarlo\. /)
    await office.server.deps.db
      .updateTable('throttle')
      .set({ window_start: new Date(0) })
      .execute()
    await signedOf(await sign(office.usuario, document))
  })

  it('does not count failures for other reasons than the passphrase', async () => {
    const { document } = await createCase(office.usuario)
    for (let n = 0; n < 12; n += 1) {
      await expectProblem(
        await sign(office.usuario, document, { position: { ...position, page: 9 } }),
        400,
        'page_not_found',
      )
    }
    await signedOf(await sign(office.usuario, document))
  })
})
