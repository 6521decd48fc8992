import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { createId } from '@foja/contracts/create-id'
import { makePdf } from '@foja/testing/pdfs'
import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import {
  bodyOf,
  createPath,
  expectProblem,
  formOf,
  mainOf,
  namedKeys,
  pdfFile,
  openOffice,
  storedKeys,
  type TestFile,
} from '../../../../test/office.ts'
import { onePixelPng } from '../../../../test/pictures.ts'
import { passwordPdf } from '../../../../test/odd-pdfs.ts'

const office = await openOffice()
// After every test, each stored object has a row and each row its object.
afterEach(async () => expect(await storedKeys(office)).toEqual(await namedKeys(office)))

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('creating a case file', () => {
  it('creates one request per file, in order, each with its file as first document', async () => {
    const files = [
      pdfFile('Señal.pdf', makePdf({ pages: 3 })),
      { name: 'foto', bytes: onePixelPng, type: 'image/png' },
      pdfFile('girado.pdf', makePdf({ rotate: 90 })),
    ]
    const data = mainOf(3, { titulo: '  Mediación Ibáñez ' })
    const main = await bodyOf<SolicitudMain>(await office.usuario.upload(createPath, files, data), 201)
    expect(main).toMatchObject({
      id_solicitud_main: data.id_solicitud_main,
      titulo: 'Mediación Ibáñez',
      id_company: office.company,
      created_by: { id: office.usuario.id, nombre: 'Úrsula Usuaria' },
    })
    expect(main.solicitudes.map((one) => one.id_solicitud)).toEqual(data.solicitudes.map((one) => one.id_solicitud))
    expect(main.solicitudes.map((one) => [one.titulo, one.status, one.version])).toEqual([
      ['Señal', 'pendiente', 1],
      ['foto', 'pendiente', 1],
      ['girado', 'pendiente', 1],
    ])
    const documents = main.solicitudes.map((one) => one.description[0]!)
    expect(documents.map((one) => [one.nombre, one.mime, one.paginas, one.sha256])).toEqual([
      ['Señal.pdf', 'application/pdf', 3, sha256(files[0]!.bytes)],
      ['foto.png', 'image/png', null, sha256(onePixelPng)],
      ['girado.pdf', 'application/pdf', 1, sha256(files[2]!.bytes)],
    ])
    expect(documents.every((one) => one.signatures.count === 0 && one.status_mediacion === 'sin_iniciar')).toBe(true)
    expect(new Set(documents.map((one) => one.pdf_path)).size).toBe(3)
  })

  it('accepts the data before the files too', async () => {
    const body = formOf([pdfFile()], mainOf(1), true)
    const response = await office.gestor.call(createPath, { method: 'POST', body })
    expect((await bodyOf<SolicitudMain>(response, 201)).titulo).toBe('Contrato de señal')
  })

  it('returns the first result for a repetition and stores nothing twice', async () => {
    const data = mainOf(2)
    const files = [pdfFile('a.pdf'), pdfFile('b.pdf', makePdf({ pages: 2 }))]
    const first = await bodyOf<SolicitudMain>(await office.usuario.upload(createPath, files, data), 201)
    const before = await storedKeys(office)
    const again = await bodyOf<SolicitudMain>(await office.usuario.upload(createPath, files, data), 200)
    expect(again).toEqual(first)
    expect(await storedKeys(office)).toEqual(before)
  })

  it('refuses the same id with another payload or from another user', async () => {
    const data = mainOf(1)
    await bodyOf(await office.usuario.upload(createPath, [pdfFile()], data), 201)
    const other = [pdfFile('otro.pdf', makePdf({ pages: 2 }))]
    await expectProblem(await office.usuario.upload(createPath, other, data), 400, 'id_in_use')
    const retitled = { ...data, titulo: 'Otro título' }
    await expectProblem(await office.usuario.upload(createPath, [pdfFile()], retitled), 400, 'id_in_use')
    await expectProblem(await office.colega.upload(createPath, [pdfFile()], data), 400, 'id_in_use')
    await expectProblem(await office.ajeno.upload(createPath, [pdfFile()], data), 400, 'id_in_use')
    const stolen = { ...mainOf(1), solicitudes: data.solicitudes }
    await expectProblem(await office.usuario.upload(createPath, [pdfFile()], stolen), 400, 'id_in_use')
  })

  it('creates one case file from parallel repetitions', async () => {
    const data = mainOf(1)
    const send = () => office.usuario.upload(createPath, [pdfFile()], data)
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
  })

  it('assigns one file per element of every description, in order', async () => {
    const names = ['a.pdf', 'b.pdf', 'foto.png', 'c.pdf', 'd.pdf', 'e.pdf']
    const files = names.map((name, at) => {
      return name === 'foto.png' ? { name, bytes: onePixelPng } : pdfFile(name, makePdf({ pages: at + 1 }))
    })
    const data = mainOf(3)
    const solicitudes = data.solicitudes.map((one, at) => ({
      ...one,
      description: [[{}, {}, { x: 1 }], [{}], [{}, {}]][at],
    }))
    const send = (more = {}) => office.usuario.upload(createPath, files, { ...data, solicitudes, ...more })
    const main = await bodyOf<SolicitudMain>(await send(), 201)
    const namesByRequest = main.solicitudes.map((one) => one.description.map(({ nombre }) => nombre))
    expect(namesByRequest).toEqual([['a.pdf', 'b.pdf', 'foto.png'], ['c.pdf'], ['d.pdf', 'e.pdf']])
    expect(main.solicitudes.map((one) => one.titulo)).toEqual(['a', 'c', 'd'])
    const rows = await office.server.deps.db
      .selectFrom('document')
      .where(
        'id_solicitud',
        'in',
        data.solicitudes.map((one) => one.id_solicitud),
      )
      .select(['nombre', 'position'])
      .execute()
    expect(rows.map(({ nombre, position }) => `${position} ${nombre}`).toSorted()).toEqual([
      '0 a.pdf',
      '0 c.pdf',
      '0 d.pdf',
      '1 b.pdf',
      '1 e.pdf',
      '2 foto.png',
    ])
    // The same payload is a repetition; the same files assigned otherwise are not.
    expect(await bodyOf<SolicitudMain>(await send(), 200)).toEqual(main)
    const otherwise = solicitudes.map((one, at) => ({ ...one, description: [[{}], [{}, {}, {}], [{}, {}]][at] }))
    await expectProblem(await send({ solicitudes: otherwise }), 400, 'id_in_use')
    const history = await office.usuario.read<{ history: { action: string }[] }>(
      `/api/v1/details_solicitud/${data.solicitudes[2]!.id_solicitud}/`,
    )
    expect(history.history.filter(({ action }) => action === 'document.uploaded')).toHaveLength(6)
  })

  it('assigns one file per request regardless of the descriptions', async () => {
    const data = mainOf(2)
    const solicitudes = data.solicitudes.map((one) => ({ ...one, description: [{}, {}, {}] }))
    const files = [pdfFile('a.pdf'), pdfFile('b.pdf', makePdf({ pages: 2 }))]
    const main = await bodyOf<SolicitudMain>(
      await office.usuario.upload(createPath, files, { ...data, solicitudes }),
      201,
    )
    expect(main.solicitudes.map((one) => one.description.map(({ nombre }) => nombre))).toEqual([['a.pdf'], ['b.pdf']])
    const five = [0, 1, 2, 3, 4].map((at) => pdfFile(`${at}.pdf`))
    const again = mainOf(2)
    const three = again.solicitudes.map((one) => ({ ...one, description: [{}, {}, {}] }))
    const response = await office.usuario.upload(createPath, five, { ...again, solicitudes: three })
    await expectProblem(response, 400, 'files_do_not_match')
  })

  it('accepts forty files', async () => {
    const data = mainOf(2)
    const solicitudes = data.solicitudes.map((one) => ({ ...one, description: Array.from({ length: 20 }, () => ({})) }))
    const files = Array.from({ length: 40 }, (_, at) => ({ name: `${at}.png`, bytes: onePixelPng }))
    const main = await bodyOf<SolicitudMain>(
      await office.usuario.upload(createPath, files, { ...data, solicitudes }),
      201,
    )
    expect(main.solicitudes.map((one) => one.description.length)).toEqual([20, 20])
  })

  it('gives a title to a request whose file name is only an extension', async () => {
    const main = await bodyOf<SolicitudMain>(await office.usuario.upload(createPath, [pdfFile('.pdf')], mainOf(1)), 201)
    expect([main.titulo, main.solicitudes[0]!.titulo]).toEqual(['.pdf', '.pdf'])
  })

  it('adds the extension of its type to a file', async () => {
    const files = [pdfFile('factura.exe', makePdf()), pdfFile('../../etc/Acta.PDF', makePdf())]
    const main = await bodyOf<SolicitudMain>(await office.gestor.upload(createPath, files, mainOf(2)), 201)
    expect(main.solicitudes.map((one) => one.description[0]!.nombre)).toEqual(['factura.exe.pdf', 'Acta.PDF'])
  })
})

describe('creating a case file is refused with', () => {
  const text = (name: string, content: string): TestFile => ({ name, bytes: Buffer.from(content, 'latin1') })
  const pdf = makePdf()
  const refusals: [string, TestFile[], number, Parameters<typeof expectProblem>[2]][] = [
    ['fewer files than requests', [pdfFile()], 2, 'files_do_not_match'],
    ['more files than requests', [pdfFile(), pdfFile('b.pdf')], 1, 'files_do_not_match'],
    ['no file', [], 1, 'file_missing'],
    ['an empty file', [pdfFile(), pdfFile('vacío.pdf', Buffer.alloc(0))], 2, 'file_empty'],
    ['SVG', [text('dibujo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')], 1, 'file_type_not_allowed'],
    ['HTML', [text('página.html', '<!doctype html><p>')], 1, 'file_type_not_allowed'],
    ['a program that says it is a PDF', [text('acta.pdf', `MZ\x90${'\0'.repeat(2000)}`)], 1, 'pdf_not_a_pdf'],
    ['a PDF that asks for a password', [pdfFile('clave.pdf', passwordPdf)], 1, 'pdf_encrypted'],
    ['half a PDF header', [text('roto.pdf', '%PDF-1.7\n%%EOF')], 1, 'pdf_damaged'],
    [
      'rubbish in a PDF',
      [pdfFile('basura.pdf', Buffer.concat([pdf.subarray(0, 9), Buffer.alloc(5000, 7)]))],
      1,
      'pdf_damaged',
    ],
    ['a good file and a bad one', [pdfFile(), text('x.svg', '<svg/>')], 2, 'file_type_not_allowed'],
  ]

  it.each(refusals)('%s', async (_what, files, requests, code) => {
    const data = mainOf(requests)
    const problem = await expectProblem(await office.usuario.upload(createPath, files, data), 400, code)
    const culprit = files.at(-1)
    if (code !== 'files_do_not_match' && culprit !== undefined) {
      expect(problem.detail).toContain(`«${culprit.name}»`)
      expect(problem.errors?.[0]?.field).toBe(`files.${files.length - 1}`)
    }
    const id = data.id_solicitud_main
    const rows = await office.server.deps.db
      .selectFrom('solicitud_main')
      .where('id_solicitud_main', '=', id)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })

  it('missing, malformed or invalid data', async () => {
    const send = (data?: unknown) => office.usuario.upload(createPath, [pdfFile()], data)
    await expectProblem(await send(), 400, 'validation_failed')
    await expectProblem(await send('{'), 400, 'malformed_request')
    await expectProblem(await send({ ...mainOf(1), id_solicitud_main: 'abc' }), 400, 'validation_failed')
    await expectProblem(await send(mainOf(1, { role: 'admin' })), 400, 'validation_failed')
    await expectProblem(await send(mainOf(1, { titulo: 'a\u0000b' })), 400, 'validation_failed')
    const twice = { id_solicitud: createId(), description: [{}] }
    const same = { id_solicitud_main: createId(), solicitudes: [twice, twice] }
    const response = await office.usuario.upload(createPath, [pdfFile('a.pdf'), pdfFile('b.pdf')], same)
    await expectProblem(response, 400, 'id_in_use')
    await expectProblem(await office.usuario.post(createPath, mainOf(1)), 400, 'malformed_request')
  })

  it('too many files or an unknown field', async () => {
    const many = Array.from({ length: 41 }, (_, index) => pdfFile(`${index}.pdf`))
    await expectProblem(await office.usuario.upload(createPath, many, mainOf(20)), 400, 'too_many_files')
    const form = formOf([pdfFile()], mainOf(1))
    form.append('role', 'admin')
    const response = await office.usuario.call(createPath, { method: 'POST', body: form })
    expect(response.status).toBe(400)
  })

  it('a user without a company', async () => {
    await expectProblem(await office.admin.upload(createPath, [pdfFile()], mainOf(1)), 403, 'forbidden')
  })
})
