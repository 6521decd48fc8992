import type { PageImages } from '@foja/contracts/common'
import type { TrustAnchor, Verification } from '@foja/contracts/verification'
import { sign } from '@foja/pades/sign'
import { makePdf } from '@foja/testing/pdfs'
import { makeTestSigner } from '@foja/testing/signing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  bodyOf,
  changeStored,
  createCase,
  expectProblem,
  pdfFile,
  openOffice,
  type Caller,
} from '../../../../test/office.ts'
import { testAuthority } from '../../../../test/people.ts'

const codePath = '/api/v1/verify_code/'
const code = '0123456789ABCDEF'

type Coded = {
  codigo: string
  nombre: string
  is_newest: boolean
  images: PageImages | null
  verification: Verification
}

const office = await openOffice()
const { signer } = makeTestSigner({ name: 'Lucía Peñaherrera', authority: testAuthority() })
const signed = Buffer.from((await sign(makePdf(), signer, { signingTime: new Date() })).pdf)
const { document } = await createCase(office.usuario, pdfFile('Convenio de señal.pdf', signed))
beforeEach(() => office.server.deps.db.deleteFrom('throttle').execute())

const print = async (text: string, id: string, version = 1) =>
  await office.server.deps.db
    .insertInto('verification_code')
    .values({ code: text, id_documento: id, version })
    .execute()
await print(code, document.id_documento)
const lookUp = (text: string) => fetch(`${office.server.origin}${codePath}?codigo=${encodeURIComponent(text)}`)
const upload = async (caller: Caller, bytes: Uint8Array) =>
  await caller.upload('/api/v1/upload_trust_anchor/', [{ name: 'raíz.cer', bytes }])
const forget = async () => await office.server.deps.db.deleteFrom('trust_anchor').execute()

/** Adds a version row to the document. */
async function addVersion(origin: 'sign' | 'extend', version: number): Promise<void> {
  const { db } = office.server.deps
  const row = await db
    .selectFrom('document_version')
    .where('id_documento', '=', document.id_documento)
    .where('version', '=', 1)
    .selectAll()
    .executeTakeFirstOrThrow()
  const { page_sizes: sizes, ...rest } = row
  const own = {
    id: crypto.randomUUID(),
    pdf_path: crypto.randomUUID(),
    version,
    origin,
    page_sizes: JSON.stringify(sizes),
    active_content: null,
  }
  await db
    .insertInto('document_version')
    .values({ ...rest, ...own })
    .execute()
  await db.updateTable('document').set({ version }).where('id_documento', '=', document.id_documento).execute()
}

describe('a printed verification code', () => {
  it.each([code, '0123-4567-89AB-CDEF', ' 0123 4567 89ab cdef ', 'O123456789abcdef', 'oi23456789abcdef'])(
    '«%s» returns the verdict and pages, without ids, users or the file',
    async (text) => {
      const found = await bodyOf<Coded>(await lookUp(text), 200)
      expect(found).toMatchObject({
        codigo: code,
        nombre: 'Convenio de señal.pdf',
        paginas: 1,
        size: signed.length,
        is_newest: true,
        verification: { summary: 'indeterminate', signatures: [{ signer: { name: 'Lucía Peñaherrera' } }] },
      })
      const { images, ...rest } = found
      expect(JSON.stringify(rest)).not.toMatch(/pdf_path|blob|id_documento|\/api\//)
      expect(images).toMatchObject({ paginas: 1, pages: [{ page: 1, width: 595, height: 842 }] })
      expect(JSON.stringify(found)).not.toContain(document.id_documento)
    },
  )

  it('opens only the page images of its version, while the code exists', async () => {
    const own = (await createCase(office.usuario, pdfFile('Acta.pdf', signed))).document
    await print('KKKKKKKKKKKKKKKK', own.id_documento)
    const { images } = await bodyOf<Coded>(await lookUp('KKKKKKKKKKKKKKKK'), 200)
    const { url } = images!.pages[0]!
    const open = () => fetch(office.server.origin + url)
    expect((await open()).headers.get('content-type')).toMatch(/^image\//)
    const file = url.replace('/page_image/', '/file/')
    await expectProblem(await fetch(office.server.origin + file), 404, 'not_found')
    office.server.advance(3 * 3_600_000)
    await expectProblem(await open(), 404, 'not_found')
    office.server.advance(-3 * 3_600_000)
    const { db } = office.server.deps
    const codes = db.updateTable('document').where('id_documento', '=', own.id_documento)
    await codes.set({ deleted_at: new Date() }).execute()
    await expectProblem(await open(), 404, 'not_found')
    await codes.set({ deleted_at: null }).execute()
    expect((await open()).status).toBe(200)
    await db.deleteFrom('verification_code').where('code', '=', 'KKKKKKKKKKKKKKKK').execute()
    await expectProblem(await open(), 404, 'not_found')
  })

  it('uses the authorities of the document’s company', async () => {
    await upload(office.gestor, testAuthority().root.certificate)
    expect((await bodyOf<Coded>(await lookUp(code), 200)).verification.summary).toBe('valid')
    await forget()
    await upload(office.ajeno, testAuthority().root.certificate)
    expect((await bodyOf<Coded>(await lookUp(code), 200)).verification.summary).toBe('indeterminate')
    await forget()
  })

  it('returns the same error for unknown codes and deleted documents', async () => {
    const deleted = (await createCase(office.usuario, pdfFile('borrado.pdf', signed))).document
    await print('GGGGGGGGGGGGGGGG', deleted.id_documento)
    const { db } = office.server.deps
    await db
      .updateTable('document')
      .set({ deleted_at: new Date() })
      .where('id_documento', '=', deleted.id_documento)
      .execute()
    await print('HHHHHHHHHHHHHHHH', document.id_documento, 99)
    const answers: unknown[] = []
    for (const text of ['ZZZZZZZZZZZZZZZZ', 'GGGGGGGGGGGGGGGG', 'HHHHHHHHHHHHHHHH']) {
      const { request_id: _, ...problem } = await expectProblem(await lookUp(text), 400, 'code_unknown')
      answers.push(problem)
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  it.each(['', '0123', 'U123456789ABCDEF', `${code}0`, "' or 1=1--", '%00', 'ñ'.repeat(16), 'x'.repeat(200)])(
    'with an invalid format is refused: «%s»',
    async (text) => {
      await expectProblem(await lookUp(text), 400, 'validation_failed')
      await expectProblem(await fetch(`${office.server.origin}${codePath}`), 400, 'validation_failed')
    },
  )

  it('can be looked up sixty times in fifteen minutes per address', async () => {
    const answers: number[] = []
    for (let round = 0; round < 61; round += 1)
      answers.push((await lookUp(round % 2 ? code : 'ZZZZZZZZZZZZZZZZ')).status)
    expect(answers.filter((status) => status === 429)).toHaveLength(1)
    expect(answers.at(-1)).toBe(429)
  })

  it('reports later versions, except those that only extend signatures', async () => {
    await addVersion('extend', 2)
    expect((await bodyOf<Coded>(await lookUp(code), 200)).is_newest).toBe(true)
    await addVersion('sign', 3)
    expect((await bodyOf<Coded>(await lookUp(code), 200)).is_newest).toBe(false)
  })

  it('does not report a damaged stored file as valid', async () => {
    const broken = (await createCase(office.usuario, pdfFile('roto.pdf', signed))).document
    await print('JJJJJJJJJJJJJJJJ', broken.id_documento)
    const { db } = office.server.deps
    const { blob_key: key } = await db
      .selectFrom('document_version')
      .where('id_documento', '=', broken.id_documento)
      .select('blob_key')
      .executeTakeFirstOrThrow()
    await changeStored(office, key, (bytes) => bytes.subarray(0, -300))
    await db
      .updateTable('document_version')
      .set({ sha256: 'f'.repeat(64) })
      .where('blob_key', '=', key)
      .execute()
    const { verification } = await bodyOf<Coded>(await lookUp('JJJJJJJJJJJJJJJJ'), 200)
    expect(['invalid', 'indeterminate']).toContain(verification.summary)
  })
})

describe('a cached verdict', () => {
  it('is computed once for parallel readers, and again when the authorities change', async () => {
    const verify = vi.spyOn(office.server.deps.engine, 'verify')
    office.server.advance(301_000)
    const ask = () => office.usuario.post('/api/v1/verify_document/', { id_documento: document.id_documento })
    const answers = await Promise.all([lookUp(code), lookUp(code), ask(), ask()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(verify).toHaveBeenCalledTimes(1)
    await upload(office.gestor, testAuthority().root.certificate)
    expect((await bodyOf<Verification>(await ask(), 200)).summary).toBe('valid')
    expect(verify).toHaveBeenCalledTimes(2)
    await forget()
    verify.mockRestore()
    office.server.advance(-301_000)
  })
})

describe('trusting an issuer from a signature', () => {
  const trust = (caller: Caller, fingerprint: string, id = document.id_documento) =>
    caller.post('/api/v1/trust_issuer/', { id_documento: id, fingerprint })
  const verify = async () =>
    await bodyOf<Verification>(
      await office.gestor.post('/api/v1/verify_document/', { id_documento: document.id_documento }),
      200,
    )

  it('requires the fingerprint that the user saw', async () => {
    const [signature] = (await verify()).signatures
    const highest = signature!.chain.at(-1)!
    await expectProblem(await trust(office.mediador, highest.fingerprint), 403, 'forbidden')
    await expectProblem(await trust(office.ajeno, highest.fingerprint), 404, 'not_found')
    await expectProblem(await trust(office.gestor, signature!.signer!.fingerprint), 400, 'issuer_not_found')
    await expectProblem(await trust(office.gestor, '0'.repeat(64)), 400, 'issuer_not_found')
    await expectProblem(await trust(office.gestor, 'no'), 400, 'validation_failed')
    const [anchor] = await bodyOf<TrustAnchor[]>(await trust(office.gestor, highest.fingerprint), 201)
    expect(anchor).toMatchObject({ id_company: office.company, fingerprint: highest.fingerprint })
    expect((await verify()).summary).toBe('valid')
    await expectProblem(await trust(office.gestor, highest.fingerprint), 400, 'trust_anchor_exists')
    await forget()
  })

  it('is refused for a signature that is not intact', async () => {
    const [signature] = (await verify()).signatures
    const changed = Buffer.from(signed)
    changed[30]! ^= 1
    const { document: other } = await createCase(office.usuario, pdfFile('cambiado.pdf', changed))
    const response = await trust(office.gestor, signature!.chain.at(-1)!.fingerprint, other.id_documento)
    await expectProblem(response, 400, 'issuer_not_found')
  })
})
