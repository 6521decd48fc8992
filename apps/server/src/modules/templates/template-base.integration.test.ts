import type { Document } from '@foja/contracts/documents'
import type { Problem } from '@foja/contracts/problem'
import type { Template, TemplateFile } from '@foja/contracts/templates'
import { templateLimits } from '@foja/contracts/template-field-types'
import { makePdf } from '@foja/testing/pdfs'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { hostilePdfs } from '../../../../../packages/pdf/test/hostile-pdfs.ts'
import { openlyEncrypted, repairedPdf } from '../../../test/odd-pdfs.ts'
import {
  bodyOf,
  createCase,
  expectProblem,
  pdfFile,
  openOffice,
  storedKeys,
  type Caller,
  type Office,
} from '../../../test/office.ts'
import { giveSigner } from '../../../test/people.ts'
import { plainPng } from '../../../test/pictures.ts'
import { position, sign, signedOf } from '../../../test/signing.ts'
import { details, fieldOf, fill, filledOf, makeTemplate, save, saveAgain, uploadBase } from '../../../test/templates.ts'
import { sweep } from '../setup/maintenance/sweep.ts'

const office = await openOffice()

const hourMs = 3_600_000

const basesOf = ({ server }: Office, company: string) =>
  server.deps.db.selectFrom('template_base').where('id_company', '=', company).selectAll().execute()

/** Sweeps as if in an hour, so that no file is too young. */
async function sweepAll({ server }: Office) {
  server.advance(hourMs + 1)
  const report = await sweep(server.deps, fastify().log, -1000)
  server.advance(-hourMs - 1)
  return report
}

describe('the base of a template', () => {
  it('is any PDF that the caller may read, also an older version, stored once per company', async () => {
    const { gestor, ajeno, company, otherCompany, usuario } = office
    await giveSigner(gestor, 'Gael Gestor')
    const bytes = makePdf({ pages: 4 })
    const { document } = await createCase(usuario, pdfFile('Contrato.pdf', bytes))
    await signedOf(await sign(gestor, document, { position }))
    const read = await gestor.read<Document>(`/api/v1/details_document/${document.id_documento}/`)
    expect(read.pdf_path).not.toBe(document.pdf_path)
    // A signed version cannot be filled; the version before can.
    const ask = (pdf_path: string) => save(gestor, { name: 'Sobre un contrato', pdf_path, fields: [fieldOf('text')] })
    await expectProblem(await ask(read.pdf_path), 400, 'pdf_cannot_be_filled')
    const first = await bodyOf<Template>(await ask(document.pdf_path), 201)
    const again = await bodyOf<Template>(
      await ask((await uploadBase(gestor, pdfFile('otra.pdf', bytes))).pdf_path),
      201,
    )
    const duplicate = await bodyOf<Template>(await ask(first.pdf_path), 201)
    expect(new Set([first, again, duplicate].map(({ pdf_path }) => pdf_path)).size).toBe(1)
    expect(new Set([first, again, duplicate].map(({ id }) => id)).size).toBe(3)
    const before = await basesOf(office, company)
    expect(before.filter(({ sha256 }) => sha256 === document.sha256)).toHaveLength(1)
    await expectProblem(await save(ajeno, { name: 'x', pdf_path: first.pdf_path, fields: [] }), 404, 'not_found')
    await expectProblem(await save(ajeno, { name: 'x', pdf_path: document.pdf_path, fields: [] }), 404, 'not_found')
    const own = await makeTemplate(ajeno, [], { bytes })
    expect(own.pdf_path).not.toBe(first.pdf_path)
    expect(await basesOf(office, otherCompany)).toHaveLength(1)
  })

  it('may be changed with the next version', async () => {
    const { gestor } = office
    const created = await makeTemplate(gestor, [fieldOf('text')])
    const { pdf_path } = await uploadBase(
      gestor,
      pdfFile('otra.pdf', makePdf({ pages: 5, mediaBox: [0, 0, 400, 600] })),
    )
    const changed = { pdf_path, fields: [fieldOf('text', { x: 50, page: 5 })] }
    const next = await bodyOf<Template>(await saveAgain(gestor, created, changed), 200)
    expect(next).toMatchObject({
      version: 2,
      paginas: 5,
      page_sizes: Array.from({ length: 5 }, () => ({ width: 400, height: 600 })),
    })
    expect(next.pdf_path).not.toBe(created.pdf_path)
    expect(await details(gestor, created.id, 1)).toMatchObject({ paginas: 2, pdf_path: created.pdf_path })
  })

  it('outlives its document, and is deleted when no template uses it', async () => {
    const { gestor, usuario, server } = office
    const { db } = server.deps
    const { document } = await createCase(gestor, pdfFile('Se va.pdf', makePdf({ pages: 7 })))
    const created = await bodyOf<Template>(
      await save(gestor, { name: 'Queda', pdf_path: document.pdf_path, fields: [fieldOf('text')] }),
      201,
    )
    const { blob_key } = (await basesOf(office, office.company)).find(({ pdf_path }) => pdf_path === created.pdf_path)!
    for (const table of ['document_version', 'document'] as const) {
      await db.deleteFrom(table).where('id_documento', '=', document.id_documento).execute()
    }
    await sweepAll(office)
    expect(await storedKeys(office)).toContain(blob_key)
    await filledOf(await fill(usuario, created.id, { text: 'Ana' }))
    const unused = await bodyOf<Template>(
      await save(gestor, {
        name: 'Sin uso',
        pdf_path: (await uploadBase(gestor, pdfFile('8.pdf', makePdf({ pages: 8 })))).pdf_path,
        fields: [],
      }),
      201,
    )
    const unusedBase = (await basesOf(office, office.company)).find(({ pdf_path }) => pdf_path === unused.pdf_path)!
    await db.deleteFrom('document_version').where('blob_key', '=', unusedBase.blob_key).execute()
    await bodyOf(await gestor.remove(`/api/v1/delete_template/${unused.id}/`), 200)
    expect(await sweepAll(office)).toMatchObject({ missing: 0 })
    expect(await storedKeys(office)).not.toContain(unusedBase.blob_key)
    expect(await storedKeys(office)).toContain(blob_key)
    await expectProblem(await gestor.post('/api/v1/pdf_to_image/', { pdf_path: unused.pdf_path }), 404, 'not_found')
  })

  it('is refused with a reason when it cannot be filled, and the server goes on', async () => {
    const { gestor, server } = office
    const odd: [string, Uint8Array, Parameters<typeof expectProblem>[2]][] = [
      ['xfa.pdf', makePdf({ form: 'direct', xfa: 'dynamic' }), 'pdf_xfa'],
      ['xfa2.pdf', makePdf({ form: 'direct', xfa: 'hybrid' }), 'pdf_xfa'],
      ['cifrado.pdf', openlyEncrypted(''), 'pdf_encrypted'],
    ]
    for (const [name, bytes, code] of odd) {
      const { pdf_path } = await uploadBase(gestor, pdfFile(name, bytes))
      const problem = await expectProblem(await save(gestor, { name, pdf_path, fields: [fieldOf('text')] }), 400, code)
      expect(problem.errors?.[0]?.field).toBe('pdf_path')
      await expectProblem(await gestor.post('/api/v1/detect_fields/', { pdf_path }), 400, code)
    }
    const { pdf_path } = await uploadBase(gestor, { name: 'foto.png', bytes: plainPng(9, 9) })
    await expectProblem(await save(gestor, { name: 'x', pdf_path, fields: [] }), 400, 'document_not_pdf')
    // A damaged file that readers repair is either filled or refused with a reason.
    const mended = await uploadBase(gestor, pdfFile('remendado.pdf', repairedPdf))
    expect([201, 400]).toContain((await save(gestor, { name: 'x', pdf_path: mended.pdf_path, fields: [] })).status)
    const large = makePdf({ ballast: templateLimits.baseBytes })
    const { pdf_path: largePath } = await uploadBase(gestor, pdfFile('grande.pdf', large))
    await expectProblem(await save(gestor, { name: 'x', pdf_path: largePath, fields: [] }), 400, 'file_too_large')
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
    await makeTemplate(gestor)
  })

  it('is refused with a reason when it is hostile, and the server goes on', async () => {
    const { gestor, server } = office
    for (const name of ['page tree loop', 'form that draws itself', 'arrays 100,000 deep']) {
      const file = pdfFile('hostil.pdf', hostilePdfs[name]!())
      const uploaded = await gestor.upload('/api/v1/upload_document/', [file])
      if (uploaded.status === 400) continue
      const { documents } = await bodyOf<{ documents: Document[] }>(uploaded, 201)
      const ask = { name, pdf_path: documents[0]!.pdf_path, fields: [] }
      for (const answer of [
        await save(gestor, ask),
        await gestor.post('/api/v1/detect_fields/', { pdf_path: ask.pdf_path }),
      ]) {
        if (answer.ok) continue
        const { code, detail } = (await answer.json()) as Problem
        expect([name, answer.status, detail.length > 20], code).toEqual([name, 400, true])
      }
    }
    expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
    await makeTemplate(gestor)
  })

  it('offers its form fields for detection', async () => {
    const { gestor, usuario } = office
    const { pdf_path } = await uploadBase(gestor, pdfFile('formulario.pdf', makePdf({ form: 'direct' })))
    const found = await bodyOf<{ fields: Template['fields']; skipped: unknown[] }>(
      await gestor.post('/api/v1/detect_fields/', { pdf_path }),
      200,
    )
    expect(found.fields).toMatchObject([{ key: 'comentario', type: 'text', form_field: 'comentario', page: 1 }])
    const created = await bodyOf<Template>(
      await save(gestor, { name: 'Formulario', pdf_path, fields: found.fields }),
      201,
    )
    await filledOf(await fill(usuario, created.id, { comentario: 'Sin novedad' }, { flatten: true }))
    await expectProblem(await usuario.post('/api/v1/detect_fields/', { pdf_path }), 403, 'forbidden')
    const foreign = await office.ajeno.post('/api/v1/detect_fields/', { pdf_path: created.pdf_path })
    await expectProblem(foreign, 404, 'not_found')
  })
})

const exported = async (caller: Caller, id: string) => {
  const response = await caller.call(`/api/v1/export_template/${id}/`)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, bytes, file: JSON.parse(bytes.toString('utf8')) as TemplateFile }
}
const imported = (caller: Caller, bytes: Uint8Array) =>
  caller.upload('/api/v1/import_template/', [{ name: 'plantilla.foja.json', bytes, type: 'application/json' }])

describe('exporting and importing a template', () => {
  it('copies it unchanged into another company', async () => {
    const { gestor, usuario, ajeno, otherCompany } = office
    const fields = [fieldOf('text', { label: 'Señor(a) «"pdf": "»' }), fieldOf('qr', { y: 200, height: 80, width: 80 })]
    const bytes = makePdf({ pages: 3, ballast: 200_000 })
    const created = await makeTemplate(gestor, fields, { name: 'Acta «ñ»/1', bytes })
    const { response, bytes: file, file: content } = await exported(usuario, created.id)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('content-disposition')).toContain('.foja.json')
    expect(Number(response.headers.get('content-length'))).toBe(file.length)
    expect(Buffer.from(content.pdf, 'base64').equals(bytes)).toBe(true)
    const other = await bodyOf<Template>(await imported(ajeno, file), 201)
    expect(other).toMatchObject({ name: created.name, fields, locale: created.locale, paginas: 3, version: 1, uses: 0 })
    expect([other.id_company, other.created_by.id]).toEqual([otherCompany, ajeno.id])
    // Written by another program: with whitespace and another member order.
    const { pdf, ...head } = content
    const pretty = Buffer.from(JSON.stringify({ pdf, ...head }, null, 2))
    const before = await storedKeys(office)
    expect((await bodyOf<Template>(await imported(ajeno, pretty), 201)).pdf_path).toBe(other.pdf_path)
    expect(await storedKeys(office)).toEqual(before)
  })

  it('refuses an invalid file and stores nothing', async () => {
    const { gestor, admin, mediador } = office
    const created = await makeTemplate(gestor)
    const { file, bytes } = await exported(gestor, created.id)
    const before = await storedKeys(office)
    const wrong: Uint8Array[] = [
      Buffer.from('hola'),
      Buffer.from('{}'),
      Buffer.from('null'),
      makePdf(),
      Buffer.from(JSON.stringify({ ...file, foja_template: 2 })),
      Buffer.from(JSON.stringify({ ...file, extra: 1 })),
      Buffer.from(JSON.stringify({ ...file, pdf: `${file.pdf.slice(0, 40)}ñ${file.pdf.slice(41)}` })),
      Buffer.from(JSON.stringify({ ...file, pdf: '' })),
      bytes.subarray(0, bytes.length - 3),
      Buffer.from(`${'['.repeat(3_000_000)}"pdf":"AAAA"`),
      Buffer.from(`{"pdf":"AAAA","x":"${'x'.repeat(6_000_000)}"}`),
    ]
    for (const one of wrong) await expectProblem(await imported(gestor, one), 400, 'template_file_wrong')
    const notPdf = Buffer.from(JSON.stringify({ ...file, pdf: Buffer.from('no es un PDF').toString('base64') }))
    await expectProblem(await imported(gestor, notPdf), 400, 'pdf_damaged')
    const page = Buffer.concat([Buffer.from('<script>1</script>'), makePdf()]).toString('base64')
    const twoKinds = Buffer.from(JSON.stringify({ ...file, pdf: page }))
    await expectProblem(await imported(gestor, twoKinds), 400, 'pdf_damaged')
    const twice = Buffer.from(JSON.stringify({ ...file, fields: [...file.fields, ...file.fields] }))
    await expectProblem(await imported(gestor, twice), 400, 'template_key_repeated')
    await expectProblem(await imported(mediador, bytes), 403, 'forbidden')
    await expectProblem(await imported(admin, bytes), 403, 'forbidden')
    expect(await storedKeys(office)).toEqual(before)
  })
})
