import type { DocumentDetails } from '@foja/contracts/documents'
import type { SignedDocument } from '@foja/contracts/signing'
import type { Verification } from '@foja/contracts/verification'
import { makePdf } from '@foja/testing/pdfs'
import { sign as signPdf } from '@foja/pades/sign'
import { makeTestSigner, runValidator } from '@foja/testing/signing'
import { hasValidator } from '@foja/testing/validators'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openlyEncrypted, repairedPdf } from '../../../test/odd-pdfs.ts'
import {
  bodyOf,
  createCase,
  expectProblem,
  namedKeys,
  pdfFile,
  startOffice,
  storedKeys,
  type Caller,
  type Office,
} from '../../../test/office.ts'
import { giveSigner, p12File, passphrase, signerPath, testAuthority } from '../../../test/people.ts'

const signPath = '/api/v1/custom_pdf_signing/'
const verifyPath = '/api/v1/verify_document/'
const position = { page: 1, x: 60, y: 500, width: 220, height: 80 }

let office: Office
beforeAll(async () => {
  office = await startOffice()
  await giveSigner(office.gestor, 'Gael Gestor Ibáñez', { variant: 'legacy', keyType: 'rsa2048' })
  await giveSigner(office.usuario, 'Úrsula Usuaria Peña')
})
afterAll(() => office.close())
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())
afterEach(async () => expect(await storedKeys(office)).toEqual(await namedKeys(office)))

type Signed = {
  documents: SignedDocument[]
}

async function sign(
  caller: Caller,
  document: { id_documento: string },
  more: Record<string, unknown> = {},
  key?: string,
) {
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return await caller.post(signPath, { id_documento: document.id_documento, password: passphrase, ...more }, headers)
}

const signed = async (response: Response) => (await bodyOf<Signed>(response, 200)).documents[0]!
const verify = async (caller: Caller, id: string, version?: number) =>
  await bodyOf<Verification>(await caller.post(verifyPath, { id_documento: id, version }), 200)

async function download(caller: Caller, id: string): Promise<Buffer> {
  return Buffer.from(await (await caller.call(`/api/v1/download_document/${id}/`)).arrayBuffer())
}

async function trustRoot(): Promise<() => Promise<void>> {
  const file = { name: 'raíz.cer', bytes: testAuthority().root.certificate }
  const [anchor] = await bodyOf<{ id: string }[]>(
    await office.gestor.upload('/api/v1/upload_trust_anchor/', [file]),
    201,
  )
  return async () => {
    expect((await office.gestor.remove(`/api/v1/remove_trust_anchor/${anchor!.id}/`)).status).toBe(200)
  }
}

describe('signing', () => {
  it.each(['qr', 'text', 'invisible'] as const)(
    'makes a %s signature that verifies here and elsewhere',
    async (kind) => {
      const { document } = await createCase(office.usuario)
      const original = await download(office.usuario, document.id_documento)
      const place = kind === 'invisible' ? {} : { position }
      const result = await signed(
        await sign(office.usuario, document, {
          sha256: document.sha256,
          appearance: kind,
          reason: 'Conformidad',
          ...place,
        }),
      )
      expect(result).toMatchObject({ id_documento: document.id_documento, version: 2, level: 'B-B', signatures: 1 })
      const bytes = await download(office.usuario, document.id_documento)
      expect(bytes.subarray(0, original.length).equals(original)).toBe(true)
      const report = await verify(office.usuario, document.id_documento)
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

  it('draws the stored image, and says when there is none', async () => {
    const { document } = await createCase(office.usuario)
    const asked = { appearance: 'image', position }
    await expectProblem(await sign(office.usuario, document, asked), 400, 'file_missing')
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
      'base64',
    )
    const files = [p12File({ commonName: 'Úrsula Usuaria Peña' }), { name: 'rúbrica.png', bytes: png }]
    await bodyOf(await office.usuario.upload(signerPath, files, { password: passphrase }), 200)
    expect((await signed(await sign(office.usuario, document, asked))).signatures).toBe(1)
  })

  it('keeps every earlier signature valid, on turned pages too, as far as the authorities reach', async () => {
    const { document } = await createCase(office.usuario, pdfFile('girado.pdf', makePdf({ rotate: 90, pages: 2 })))
    await signed(await sign(office.usuario, document, { position: { ...position, y: 60 } }))
    const second = await signed(await sign(office.gestor, document, { position: { ...position, page: 2, y: 60 } }))
    expect(second).toMatchObject({ version: 3, signatures: 2 })
    expect((await verify(office.gestor, document.id_documento)).summary).toBe('indeterminate')
    const distrust = await trustRoot()
    const report = await verify(office.gestor, document.id_documento)
    expect(report.summary).toBe('valid')
    expect(report.signatures.map((one) => [one.indication, one.signer?.name, one.trusted])).toEqual([
      ['TOTAL_PASSED', 'Úrsula Usuaria Peña', true],
      ['TOTAL_PASSED', 'Gael Gestor Ibáñez', true],
    ])
    expect(report.signatures[0]?.explanation).toMatch(/Úrsula/)
    const path = `/api/v1/details_document/${document.id_documento}/`
    const details = await office.usuario.read<DocumentDetails>(path)
    expect(details).toMatchObject({ version: 3, signatures: { count: 2, verdict: 'valid' } })
    expect(details.versions.map((one) => [one.version, one.origin])).toEqual([
      [3, 'sign'],
      [2, 'sign'],
      [1, 'upload'],
    ])
    expect((await verify(office.usuario, document.id_documento, 1)).summary).toBe('unsigned')
    expect((await verify(office.usuario, document.id_documento, 2)).signatures).toHaveLength(1)
    await distrust()
    expect((await verify(office.gestor, document.id_documento)).summary).toBe('indeterminate')
    if (!hasValidator('pdfsig')) return
    const output = runValidator('pdfsig', ['-nocert'], await download(office.gestor, document.id_documento))?.output
    expect(output?.match(/Signature is Valid/g)).toHaveLength(2)
  })

  it('refuses what the person did not see', async () => {
    const { document } = await createCase(office.usuario)
    await expectProblem(await sign(office.usuario, document, { sha256: '0'.repeat(64) }), 400, 'stale_document')
    await signed(await sign(office.usuario, document))
    await expectProblem(await sign(office.usuario, document, { sha256: document.sha256 }), 400, 'stale_document')
  })

  it.each([
    ['page_not_found', { position: { ...position, page: 2 } }],
    ['rectangle_outside_page', { position: { ...position, x: 590 } }],
    ['validation_failed', { position: { ...position, width: -1 } }],
    ['timestamp_not_configured', { level: 'B-LTA' }],
    ['validation_failed', { password: undefined }],
  ] as const)('answers %s to %j', async (code, more) => {
    const { document } = await createCase(office.usuario)
    await expectProblem(await sign(office.usuario, document, more), 400, code)
  })

  it('needs a signature and a PDF', async () => {
    const { document } = await createCase(office.colega)
    await expectProblem(await sign(office.colega, document), 400, 'no_signer')
    const picture = await createCase(office.usuario, { name: 'foto.jpg', bytes: Buffer.of(0xff, 0xd8, 0xff, 0xe0, 0) })
    await expectProblem(await sign(office.usuario, picture.document), 400, 'document_not_pdf')
  })

  it('repairs a broken file before it signs, and says so', async () => {
    const { document } = await createCase(office.usuario, pdfFile('remendado.pdf', repairedPdf))
    expect(document).toMatchObject({ paginas: 1, signatures: { count: 0, verdict: null } })
    const key = randomUUID()
    const result = await signed(await sign(office.usuario, document, { position }, key))
    expect(result).toMatchObject({ version: 2, repaired: true, signatures: 1 })
    expect(await signed(await sign(office.usuario, document, { position }, key))).toEqual(result)
    const [report] = (await verify(office.usuario, document.id_documento)).signatures
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
    const second = await signed(await sign(office.usuario, document, { position: { ...position, y: 60 } }))
    expect(second).toMatchObject({ repaired: false, signatures: 2 })
  })

  it('repairs nothing that was signed', async () => {
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

  it('prints a code under which the version is found, for visible signatures alone', async () => {
    const { document } = await createCase(office.usuario)
    const shown = await signed(await sign(office.usuario, document, { position, appearance: 'text' }))
    const hidden = await signed(await sign(office.usuario, document, { position, appearance: 'invisible' }))
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

  it('puts the stamp on the last page, and in a field that waits for it', async () => {
    const { document } = await createCase(office.usuario, pdfFile('tres.pdf', makePdf({ pages: 3 })))
    await signed(await sign(office.usuario, document, { position: { ...position, page: 'last' } }))
    expect((await verify(office.usuario, document.id_documento)).signatures[0]).toMatchObject({ page: 3 })
    await expectProblem(await sign(office.usuario, document, { field: 'Firma del testigo' }), 400, 'field_not_found')
    await expectProblem(await sign(office.usuario, document, { field: 'Signature1' }), 400, 'field_already_signed')
  })

  it('does not break an earlier signature, and says what would', async () => {
    const { signer } = makeTestSigner({ authority: testAuthority() })
    const certified = await signPdf(makePdf(), signer, { signingTime: new Date(), certify: 2 })
    const { document } = await createCase(office.usuario, pdfFile('certificado.pdf', Buffer.from(certified.pdf)))
    const problem = await expectProblem(await sign(office.usuario, document, { position }), 400, 'pdf_forbids_signing')
    expect(problem.errors?.[0]).toMatchObject({ field: 'position', message: expect.stringContaining('sello') })
    await signed(await sign(office.usuario, document))
    const { signatures } = await verify(office.usuario, document.id_documento)
    expect(signatures.map(({ integrity, modified_after }) => [integrity, modified_after])).toEqual([
      [true, false],
      [true, false],
    ])
  })

  it('signs inside the encryption of a file that opens without a password', async () => {
    const { document } = await createCase(office.usuario, pdfFile('cifrado.pdf', openlyEncrypted('')))
    expect(document.signatures).toEqual({ count: 0, verdict: null })
    expect(await signed(await sign(office.usuario, document, { position }))).toMatchObject({ signatures: 1 })
    const [report] = (await verify(office.usuario, document.id_documento)).signatures
    expect(report).toMatchObject({ integrity: true, modified_after: false })
  })

  it('slows wrong passphrases down, whatever else is asked, and lets go after a while', async () => {
    const { document } = await createCase(office.usuario)
    const wrong = () => sign(office.usuario, document, { password: 'otra' })
    const answers = await Promise.all(Array.from({ length: 12 }, wrong))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
    await expectProblem(
      answers.find(({ status }) => status === 400)!,
      400,
      'p12_wrong_passphrase',
    )
    const locked = await sign(office.usuario, document)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(locked, 429, 'too_many_attempts')
    await office.server.deps.db
      .updateTable('throttle')
      .set({ window_start: new Date(0) })
      .execute()
    await signed(await sign(office.usuario, document))
  })

  it('does not count what was not the passphrase’s fault', async () => {
    const { document } = await createCase(office.usuario)
    for (let n = 0; n < 12; n += 1) {
      await expectProblem(
        await sign(office.usuario, document, { position: { ...position, page: 9 } }),
        400,
        'page_not_found',
      )
    }
    await signed(await sign(office.usuario, document))
  })
})

describe('signing once', () => {
  it('answers the same key with the same result, later too', async () => {
    const { document } = await createCase(office.usuario)
    const key = randomUUID()
    const first = await signed(await sign(office.usuario, document, { sha256: document.sha256 }, key))
    expect(await signed(await sign(office.usuario, document, { sha256: document.sha256 }, key))).toEqual(first)
    await signed(await sign(office.gestor, document))
    expect(await signed(await sign(office.usuario, document, { sha256: document.sha256 }, key))).toEqual(first)
    const other = await sign(office.usuario, document, { sha256: '1'.repeat(64) }, key)
    await expectProblem(other, 400, 'id_in_use')
    for (const more of [{ position }, { reason: 'Otra' }, { appearance: 'text' }]) {
      const changed = await sign(office.usuario, document, { sha256: document.sha256, ...more }, key)
      await expectProblem(changed, 400, 'id_in_use')
    }
    const withOther = { sha256: document.sha256, password: 'otra' }
    expect(await signed(await sign(office.usuario, document, withOther, key))).toEqual(first)
  })

  it('makes one version of many with the same key', async () => {
    const { document } = await createCase(office.usuario)
    const key = randomUUID()
    const send = async () => signed(await sign(office.usuario, document, {}, key))
    const results = await Promise.all(Array.from({ length: 12 }, send))
    expect(new Set(results.map((one) => JSON.stringify(one))).size).toBe(1)
    expect((await verify(office.usuario, document.id_documento)).signatures).toHaveLength(1)
  })

  it('makes one version of a hundred at once', async () => {
    const { document } = await createCase(office.usuario)
    const send = (_: unknown, n: number) =>
      sign(n % 5 === 0 ? office.gestor : office.usuario, document, { sha256: document.sha256 })
    const answers = await Promise.all(Array.from({ length: 100 }, send))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers) if (answer.status !== 200) await expectProblem(answer, 400, 'stale_document')
    const path = `/api/v1/details_document/${document.id_documento}/`
    expect(await office.usuario.read(path)).toMatchObject({ version: 2, signatures: { count: 1 } })
  })

  it('lets somebody sign many documents at once', async () => {
    const cases = await Promise.all(Array.from({ length: 14 }, () => createCase(office.usuario)))
    const results = await Promise.all(cases.map(async ({ document }) => signed(await sign(office.usuario, document))))
    expect(results.every(({ version }) => version === 2)).toBe(true)
  })
})

describe('what was done to a signed file', () => {
  it('shows when a byte of the stored file has changed', async () => {
    const { document } = await createCase(office.usuario)
    await signed(await sign(office.usuario, document))
    const { db, store } = office.server.deps
    const row = await db
      .selectFrom('document_version')
      .where('id_documento', '=', document.id_documento)
      .where('version', '=', 2)
      .select('blob_key')
      .executeTakeFirstOrThrow()
    const file = store.path(row.blob_key)!
    const bytes = await readFile(file)
    bytes[bytes.indexOf('Page 1')] = 'Q'.charCodeAt(0)
    await writeFile(file, bytes)
    const report = await verify(office.usuario, document.id_documento)
    expect(report.summary).toBe('invalid')
    expect(report.signatures[0]).toMatchObject({ indication: 'TOTAL_FAILED', integrity: false })
    const path = `/api/v1/details_document/${document.id_documento}/`
    expect(await office.usuario.read(path)).toMatchObject({ signatures: { count: 1, verdict: 'invalid' } })
  })

  it('shows when pages were changed by what was appended', async () => {
    const { document } = await createCase(office.usuario)
    await signed(await sign(office.usuario, document, { position }))
    const bytes = await download(office.usuario, document.id_documento)
    const tampered = pdfFile('alterado.pdf', withOtherContent(bytes))
    const { document: uploaded } = await createCase(office.usuario, tampered)
    expect(uploaded.signatures).toEqual({ count: 1, verdict: 'invalid' })
    const report = await verify(office.usuario, uploaded.id_documento)
    expect(report.signatures[0]).toMatchObject({ indication: 'TOTAL_FAILED', modified_after: true })
    expect(report.signatures[0]?.modifications.length).toBeGreaterThan(0)
  })
})

/** An incremental update that replaces the content of page 1, object 5 of the test files. */
function withOtherContent(pdf: Buffer): Buffer {
  const text = pdf.toString('latin1')
  const previous = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1])
  const trailer = /\/Root \d+ 0 R/.exec(text)![0]
  const content = 'BT /F1 24 Tf 60 200 Td (Debo el doble) Tj ET'
  const object = `5 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`
  const gap = text.endsWith('\n') ? '' : '\n'
  const at = pdf.length + gap.length
  const offset = String(at).padStart(10, '0')
  const table = `xref\n5 1\n${offset} 00000 n \ntrailer\n<< /Size 60 ${trailer} /Prev ${previous} >>\n`
  const end = `startxref\n${at + object.length}\n%%EOF\n`
  return Buffer.concat([pdf, Buffer.from(gap + object + table + end, 'latin1')])
}
