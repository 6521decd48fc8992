import type { PageImages } from '@foja/contracts/common'
import type { Document, DocumentDetails } from '@foja/contracts/documents'
import type { Event } from '@foja/contracts/events'
import type { preflightSigning } from '@foja/contracts/signing'
import type { SolicitudDetails } from '@foja/contracts/solicitudes'
import type { TemplateData } from '@foja/contracts/template-fields'
import { verifyChain } from '@foja/db/verify-chains'
import { createId } from '@foja/contracts/create-id'
import { fieldsOf } from '@foja/pades/pdf/fields'
import { readPdf } from '@foja/pades/pdf/file'
import { boxOf } from '@foja/pades/pdf/pages'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { openStream } from '../../../test/event-stream.ts'
import { bodyOf, expectProblem, namedKeys, openOffice, storedKeys, type Caller } from '../../../test/office.ts'
import { giveSigner } from '../../../test/people.ts'
import { download, sign, signedOf, verify } from '../../../test/signing.ts'
import { caseIn } from '../../../test/steps.ts'
import { details, fieldOf, fill, filledOf, makeTemplate } from '../../../test/templates.ts'

type Preflight = z.output<(typeof preflightSigning.replies)[200]>
type History = { events: Event[]; intact: boolean }

const office = await openOffice()

const textOf = async (caller: Caller, { id_documento }: Document, q: string) =>
  (
    await caller.read<{ hits: { page: number }[] }>(
      `/api/v1/search_document/${id_documento}/?q=${encodeURIComponent(q)}`,
    )
  ).hits.map(({ page }) => page)

/** Expects that every stored file is referenced by a version or a base. */
async function expectNoOrphans() {
  const bases = await office.server.deps.db.selectFrom('template_base').select('blob_key').execute()
  const named = new Set([...(await namedKeys(office)), ...bases.map(({ blob_key }) => blob_key)])
  expect((await storedKeys(office)).filter((key) => !named.has(key))).toEqual([])
}

describe('filling a template', () => {
  it('creates a document of the request with the given values and an event', async () => {
    const { gestor, usuario } = office
    const fields = [fieldOf('text', { required: true }), fieldOf('date', { y: 100, page: 2 })]
    const template = await makeTemplate(gestor, fields, { name: 'Acta de acuerdo total' })
    const { id: id_solicitud, main } = await caseIn(office, 'pendiente')
    const stream = await openStream(gestor)
    const data = { text: 'Íñigo Núñez Íñiguez', date: '2026-11-20' }
    const document = await filledOf(await fill(usuario, template.id, data, { id_solicitud, nombre: 'Acta 1/2' }))
    expect(document).toMatchObject({
      nombre: 'Acta 1-2.pdf',
      mime: 'application/pdf',
      paginas: 2,
      version: 1,
      signatures: { count: 0, verdict: null },
      created_by: { id: usuario.id },
    })
    await stream.next((message) => message.type === 'changed' && message.id_solicitud_main === main)
    stream.close()
    expect(await textOf(usuario, document, 'iñigo nuñez')).toEqual([1])
    expect(await textOf(usuario, document, '20/11/2026')).toEqual([2])
    const read = await usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${id_solicitud}/`)
    expect(read.description.map(({ id_documento }) => id_documento).at(-1)).toBe(document.id_documento)
    expect(read.description.at(-1)?.versions).toMatchObject([{ version: 1, origin: 'fill' }])
    expect(read.history[0]).toMatchObject({
      action: 'document.filled',
      actor: { id: usuario.id },
      id_documento: document.id_documento,
      data: { nombre: 'Acta 1-2.pdf', sha256: document.sha256, plantilla: 'Acta de acuerdo total', version: 1 },
    })
    expect(read.history_intact).toBe(true)
    const row = await office.server.deps.db
      .selectFrom('document_version')
      .where('id_documento', '=', document.id_documento)
      .select(['id_template', 'template_version'])
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ id_template: template.id, template_version: 1 })
    const used = await details(gestor, template.id)
    expect(used).toMatchObject({ uses: 1, last_used_at: document.created_at, version: 1 })
  })

  it('outside every case file creates a document of the caller', async () => {
    const { gestor, usuario, colega, admin } = office
    const { id } = await makeTemplate(gestor, [fieldOf('text')], { name: 'Poder' })
    const document = await filledOf(await fill(usuario, id, { text: 'Amalia Agüero' }))
    expect(document.nombre).toBe('Poder.pdf')
    const path = `/api/v1/details_document/${document.id_documento}/`
    expect(await usuario.read<DocumentDetails>(path)).toMatchObject({ id_solicitud: null, actions: expect.any(Array) })
    await expectProblem(await colega.call(path), 404, 'not_found')
    const { events, intact } = await usuario.read<History>(`/api/v1/history/${document.id_documento}/`)
    expect([events.map(({ action }) => action), intact]).toEqual([['document.filled'], true])
    await filledOf(await fill(admin, id, {}))
  })

  it('creates empty signature fields that can be signed', async () => {
    const { gestor } = office
    await giveSigner(gestor, 'Gael Gestor')
    const place = { x: 60, y: 600, width: 200, height: 70 }
    const fields = [
      fieldOf('text'),
      fieldOf('signature', { ...place, key: 'firma_arrendatario', label: 'Firma del arrendatario' }),
      fieldOf('signature', { ...place, x: 300, key: 'firma_mediadora', label: 'Firma de la mediadora', page: 2 }),
    ]
    const { id } = await makeTemplate(gestor, fields)
    const document = await filledOf(await fill(gestor, id, { text: 'Ana' }))
    const preflight = async () =>
      (
        await bodyOf<Preflight>(
          await gestor.post('/api/v1/preflight_signing/', { ids_documento: [document.id_documento] }),
          200,
        )
      ).documents[0]!
    const before = await preflight()
    expect(before.problem).toBeNull()
    const [first, second] = before.fields
    expect(before.fields.map(({ name }) => name)).toEqual(['firma_arrendatario', 'firma_mediadora'])
    // Readers see the labels of the template's author.
    expect(before.fields.map(({ label }) => label)).toEqual(['Firma del arrendatario', 'Firma de la mediadora'])
    for (const [axis, value] of Object.entries({ page: 1, ...place })) {
      expect(first!.position?.[axis as 'x']).toBeCloseTo(value, 1)
    }
    expect(second!.position).toMatchObject({ page: 2 })
    await signedOf(await sign(gestor, document, { field: 'firma_mediadora' }))
    expect((await preflight()).fields.map(({ name }) => name)).toEqual(['firma_arrendatario'])
    await signedOf(await sign(gestor, document, { field: 'firma_arrendatario' }))
    const { signatures } = await verify(gestor, document)
    expect(signatures.map(({ field, indication }) => [field, indication])).toEqual([
      ['firma_mediadora', 'INDETERMINATE'],
      ['firma_arrendatario', 'INDETERMINATE'],
    ])
    expect(signatures.every(({ modifications }) => modifications.length === 0)).toBe(true)
  })

  it('places fields and stamps correctly on pages with a larger user unit', async () => {
    const { gestor } = office
    await giveSigner(gestor, 'Gael Gestor')
    const bytes = makePdf({ userUnit: 2, mediaBox: [0, 0, 300, 420] })
    const place = { x: 60, y: 600, width: 200, height: 70 }
    const { id } = await makeTemplate(gestor, [fieldOf('text'), fieldOf('signature', { ...place, key: 'firma' })], {
      bytes,
    })
    const document = await filledOf(await fill(gestor, id, { text: 'Ana' }))
    const { pages } = await bodyOf<PageImages>(
      await gestor.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path }),
      200,
    )
    expect(pages).toMatchObject([{ width: 600, height: 840 }])
    const before = await bodyOf<Preflight>(
      await gestor.post('/api/v1/preflight_signing/', { ids_documento: [document.id_documento] }),
      200,
    )
    expect(before.documents[0]!.fields).toEqual([
      { name: 'firma', label: expect.any(String), position: { page: 1, ...place } },
    ])
    await signedOf(await sign(gestor, document, { field: 'firma' }))
    await signedOf(await sign(gestor, document, { position: { page: 1, x: 300, y: 300, width: 200, height: 80 } }))
    const file = readPdf(await download(gestor, document))
    expect(fieldsOf(file).map(({ widgets }) => boxOf(file, widgets[0]!.dict.get('Rect')))).toEqual([
      { x0: 30, y0: 85, x1: 130, y1: 120 },
      { x0: 150, y0: 230, x1: 250, y1: 270 },
    ])
  })

  it('uses the default of a missing value, but not of an empty one', async () => {
    const { gestor } = office
    const { id } = await makeTemplate(gestor, [fieldOf('text', { default: 'Quito', required: true })])
    expect(await textOf(gestor, await filledOf(await fill(gestor, id, {})), 'Quito')).toEqual([1])
    const emptied = await expectProblem(await fill(gestor, id, { text: '' }), 400, 'template_data_wrong')
    expect(emptied.errors).toMatchObject([{ field: 'data.text', code: 'required' }])
  })
})

describe('filling a template is refused when', () => {
  const wrong: [string, TemplateData, Parameters<typeof expectProblem>[2], [string, string][]][] = [
    ['a required value is missing', { date: null }, 'template_data_wrong', [['data.text', 'required']]],
    [
      'values are invalid, naming each',
      { text: 'a', date: '2026-02-30', number: 'doce', select: 'Otro', checkbox: 'sí', nada: 'x' },
      'template_data_wrong',
      [
        ['data.date', 'not_a_date'],
        ['data.number', 'not_a_number'],
        ['data.select', 'not_an_option'],
        ['data.checkbox', 'not_true_or_false'],
        ['data.nada', 'unknown_field'],
      ],
    ],
    ['the font cannot write a text', { text: 'Ana 你好' }, 'text_not_encodable', [['data.text', 'cannot_be_written']]],
    [
      'an image is invalid',
      { text: 'a', image: 'data:image/png;base64,AAAA' },
      'image_unsupported',
      [['data.image', 'image_wrong']],
    ],
    [
      'a value is given for a signature field',
      { text: 'a', signature: 'Ana' },
      'template_data_wrong',
      [['data.signature', 'signature_given']],
    ],
  ]
  it.each(wrong)('%s', async (_name, data, code, errors) => {
    const { gestor, usuario } = office
    const types = ['text', 'date', 'number', 'select', 'checkbox', 'image', 'signature'] as const
    const fields = types.map((type, at) => fieldOf(type, { y: 40 + at * 60, height: 40, required: type === 'text' }))
    const { id } = await makeTemplate(gestor, fields)
    const before = await storedKeys(office)
    const problem = await expectProblem(await fill(usuario, id, data), 400, code)
    expect(problem.errors?.map(({ field, code: what }) => [field, what])).toEqual(errors)
    expect(problem.errors?.every(({ message }) => message.length > 5)).toBe(true)
    expect(await storedKeys(office)).toEqual(before)
    expect((await details(gestor, id)).uses).toBe(0)
  })

  it('the state of the request or the permissions do not allow it', async () => {
    const { gestor, usuario, colega, mediador, ajeno, admin } = office
    const { id } = await makeTemplate(gestor)
    const concluded = await caseIn(office, 'concluido')
    await expectProblem(await fill(gestor, id, {}, { id_solicitud: concluded.id }), 400, 'solicitud_concluded')
    const sent = await caseIn(office, 'agendado')
    await expectProblem(await fill(usuario, id, {}, { id_solicitud: sent.id }), 400, 'transition_not_allowed')
    await filledOf(await fill(mediador, id, {}, { id_solicitud: sent.id }))
    await expectProblem(await fill(colega, id, {}, { id_solicitud: sent.id }), 404, 'not_found')
    await expectProblem(await fill(gestor, id, {}, { id_solicitud: createId() }), 404, 'not_found')
    await expectProblem(await fill(ajeno, id, {}), 404, 'not_found')
    const foreign = await caseIn(office, 'pendiente', { author: ajeno })
    const crossed = await expectProblem(
      await fill(admin, id, {}, { id_solicitud: foreign.id }),
      400,
      'validation_failed',
    )
    expect(crossed.errors).toMatchObject([{ field: 'id_solicitud', code: 'other_company' }])
    await expectNoOrphans()
  })
})

describe('filling a template with an idempotency key', () => {
  it('creates one document from fifty parallel requests', async () => {
    const { gestor, usuario } = office
    const { id } = await makeTemplate(gestor, [fieldOf('text')], { name: 'Una vez' })
    const { id: id_solicitud, main } = await caseIn(office, 'pendiente')
    const more = { id_solicitud, key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => fill(usuario, id, { text: 'Ana' }, more)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(49).fill(200), 201])
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Document).id_documento))
    expect(new Set(ids).size).toBe(1)
    const read = await usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${id_solicitud}/`)
    expect(read.description).toHaveLength(2)
    expect((await details(gestor, id)).uses).toBe(1)
    expect(await verifyChain(office.server.deps.db, main)).toMatchObject({ intact: true })
    await expectProblem(await fill(usuario, id, { text: 'Otra' }, more), 400, 'id_in_use')
    // The key of another user is a different key.
    await filledOf(await fill(gestor, id, { text: 'Ana' }, more))
    await expectNoOrphans()
  })

  it('returns the first document even after the template was archived', async () => {
    const { gestor, usuario } = office
    const { id } = await makeTemplate(gestor)
    const key = randomUUID()
    const first = await filledOf(await fill(usuario, id, {}, { key }))
    await bodyOf(await gestor.remove(`/api/v1/delete_template/${id}/`), 200)
    expect(await filledOf(await fill(usuario, id, {}, { key }), 200)).toEqual(first)
    await expectProblem(await fill(usuario, id, {}, { key: randomUUID() }), 400, 'template_archived')
  })

  it('creates and counts one document per key in parallel', async () => {
    const { gestor, usuario, mediador } = office
    const { id } = await makeTemplate(gestor, [fieldOf('text')], { bytes: makePdf({ pages: 1 }) })
    const { id: id_solicitud, main } = await caseIn(office, 'pendiente')
    const callers = [gestor, usuario, mediador]
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, turn) =>
        fill(callers[turn % 3]!, id, { text: `n.º ${turn}` }, { id_solicitud, key: randomUUID() }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const read = await usuario.read<SolicitudDetails>(`/api/v1/details_solicitud/${id_solicitud}/`)
    expect(read.description).toHaveLength(25)
    expect((await details(gestor, id)).uses).toBe(24)
    expect(await verifyChain(office.server.deps.db, main)).toMatchObject({ intact: true })
  })
})

describe('the initial values of a template', () => {
  it('come from the case file, the company and the user', async () => {
    const { gestor, mediador, server } = office
    const { db } = server.deps
    const bound = [
      'hoy',
      'expediente.titulo',
      'parte.1.nombre',
      'parte.2.rol',
      'empresa.nombre',
      'usuario.nombre',
    ] as const
    const fields = [
      ...bound.map((binding, at) => fieldOf('text', { key: `f${at}`, y: 40 + at * 30, binding })),
      fieldOf('date', { y: 300, binding: 'hoy' }),
      fieldOf('select', { y: 330, default: 'Total' }),
      fieldOf('number', { y: 360 }),
    ]
    const { id } = await makeTemplate(gestor, fields)
    const { id: id_solicitud } = await caseIn(office, 'pendiente')
    const partes = [
      { nombre: 'Íñigo Núñez', rol: 'Arrendatario' },
      { nombre: 'Inmobiliaria La Mariscal', rol: 'Arrendadora' },
    ]
    await db
      .updateTable('solicitud')
      .set({ partes: JSON.stringify(partes) })
      .where('id_solicitud', '=', id_solicitud)
      .execute()
    const read = async (query = '') => {
      const headers = { 'time-zone': 'America/Guayaquil' }
      const response = await mediador.call(`/api/v1/template_values/${id}/${query}`, { headers })
      return (await bodyOf<{ data: TemplateData }>(response, 200)).data
    }
    const inCase = await read(`?id_solicitud=${id_solicitud}`)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Guayaquil' }).format(server.deps.clock())
    const { main_titulo } = await db
      .selectFrom('solicitud_main')
      .innerJoin('solicitud', 'solicitud.id_solicitud_main', 'solicitud_main.id_solicitud_main')
      .where('id_solicitud', '=', id_solicitud)
      .select('solicitud_main.titulo as main_titulo')
      .executeTakeFirstOrThrow()
    expect(inCase).toMatchObject({
      f0: expect.stringMatching(/^\d{1,2} de [a-z]+ de \d{4}$/) as string,
      f1: main_titulo,
      f2: 'Íñigo Núñez',
      f3: 'Arrendadora',
      f4: 'Centro de Mediación Ñandú',
      f5: 'Marta Mediadora',
      date: today,
      select: 'Total',
    })
    expect('number' in inCase).toBe(false)
    expect(Object.keys(await read()).toSorted()).toEqual(['date', 'f0', 'f4', 'f5', 'select'])
    await filledOf(await fill(mediador, id, inCase, { id_solicitud }))
    const { ajeno, colega } = office
    await expectProblem(await ajeno.call(`/api/v1/template_values/${id}/`), 404, 'not_found')
    const notOwn = await colega.call(`/api/v1/template_values/${id}/?id_solicitud=${id_solicitud}`)
    await expectProblem(notOwn, 404, 'not_found')
  })
})
