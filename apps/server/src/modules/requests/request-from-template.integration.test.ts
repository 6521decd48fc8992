import type { SigningRequest } from '@foja/contracts/signing-requests'
import { makePdf } from '@foja/testing/pdfs'
import { runValidator } from '@foja/testing/signing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startMailOffice } from '../../../test/mail.ts'
import { bodyOf, expectProblem, storedKeys, type Caller } from '../../../test/office.ts'
import { p12File, passphrase, testAuthority } from '../../../test/people.ts'
import { recipientOf } from '../../../test/request-recipients.ts'
import { download } from '../../../test/signing.ts'
import { caseIn } from '../../../test/steps.ts'
import { details, fieldOf, makeTemplate } from '../../../test/templates.ts'

const office = await startMailOffice()
afterAll(() => office.close())
beforeEach(async () => void (await office.server.deps.db.deleteFrom('throttle').execute()))

const fields = [
  fieldOf('text', { key: 'nombre', required: true }),
  fieldOf('signature', { key: 'arrendador', role: 'Arrendador', x: 60, y: 600, height: 60 }),
  fieldOf('signature', { key: 'arrendataria', label: 'Arrendataria', x: 60, y: 700, height: 60, page: 2 }),
]
const template = await makeTemplate(office.gestor, fields, { name: 'Contrato', bytes: makePdf({ pages: 2 }) })

let people = 0
const person = (nombre: string, more: object = {}) => {
  people += 1
  return { nombre, email: `plantilla.${people}@cliente.example`, rol: 'firma', ...more }
}
const ask = async (recipients: readonly object[], more: object = {}, caller: Caller = office.usuario) =>
  await caller.post('/api/v1/request_from_template/', {
    id: template.id,
    data: { nombre: 'Ana' },
    recipients,
    ...more,
  })
const asked = async (...args: Parameters<typeof ask>) => await bodyOf<SigningRequest>(await ask(...args), 201)
const read = async ({ id }: SigningRequest) =>
  await office.usuario.read<SigningRequest>(`/api/v1/details_signing_request/${id}/`)
const certificateOf = (commonName: string) => testAuthority().issue({ commonName, keyType: 'p256' })
/** Names of the empty signature fields. */
async function emptyFields(document: { id_documento: string }): Promise<string[]> {
  const pdf = await download(office.gestor, document)
  return (await office.server.deps.engine.inspect(pdf)).fields.map(({ name }) => name)
}

describe('a request from a template', () => {
  it('fills the document, asks each role by turn, and each signs in their own field', async () => {
    const [ana, beto] = [
      person('Ana', { field: 'arrendataria', turno: 2 }),
      person('Beto', { field: 'arrendador', turno: 1 }),
    ]
    const request = await asked([ana, beto], { nombre: 'Contrato de Ana', mensaje: 'Con gusto' })
    const [document] = request.documents
    expect(request).toMatchObject({ titulo: 'Contrato de Ana', status: 'enviada', id_solicitud: null })
    expect(request.documents).toMatchObject([{ nombre: 'Contrato de Ana.pdf' }])
    expect(request.recipients).toMatchObject([
      { nombre: 'Beto', status: 'enviado', places: [{ field: 'arrendador', position: { page: 1, x: 60, y: 600 } }] },
      { nombre: 'Ana', status: 'en_espera', places: [{ field: 'arrendataria', position: { page: 2, y: 700 } }] },
    ])
    expect(await emptyFields(document!)).toEqual(['arrendador', 'arrendataria'])
    const first = await recipientOf(office, beto.email)
    expect((await first.view()).documents).toMatchObject([{ position: { page: 1, x: 60, y: 600, width: 220 } }])
    expect((await first.sign(document!, certificateOf('Beto Ñaupari'))).status).toBe('firmado')
    expect(await emptyFields(document!)).toEqual(['arrendataria'])
    const second = await recipientOf(office, ana.email)
    expect((await second.sign(document!, certificateOf('Ana Ácuña'))).status).toBe('firmado')
    expect((await read(request)).status).toBe('completada')
    expect(await emptyFields(document!)).toEqual([])
    const pdfsig = runValidator('pdfsig', ['-nocert'], await download(office.gestor, document!))
    if (pdfsig !== null) expect(pdfsig.output.match(/Signature is Valid/g)).toHaveLength(2)
    expect((await details(office.gestor, template.id)).uses).toBe(1)
  })

  it('in a request of a case file gets its document there; a simple signature uses the field too', async () => {
    const seal = p12File({ commonName: 'Estudio Cóndor', keyType: 'p256' })
    await bodyOf(await office.gestor.upload('/api/v1/office_seal/', [seal], { password: passphrase }), 200)
    const { id: id_solicitud } = await caseIn(office, 'pendiente')
    const carla = person('Carla', { field: 'arrendador', rol: 'firma_simple', code: false })
    const copy = person('Dora', { rol: 'copia' })
    const request = await asked([carla, copy], { id_solicitud })
    expect(request).toMatchObject({ id_solicitud, titulo: 'Contrato' })
    const recipient = await recipientOf(office, carla.email)
    const signing = { text: 'Carla', consent: true, language: 'es' }
    expect((await recipient.call('recipient_sign_simple', signing)).status).toBe(200)
    expect((await read(request)).status).toBe('completada')
    expect(await emptyFields(request.documents[0]!)).toEqual(['arrendataria'])
  })

  it('finds the field where the base has a form field of the same name', async () => {
    const base = makePdf({ form: 'direct' })
    const { pdf_path, fields: found } = await formOf(base)
    const own = fieldOf('signature', { key: found[0]!, x: 60, y: 700, height: 40 })
    const saved = await bodyOf<{ id: string }>(
      await office.gestor.post('/api/v1/save_template/', { name: 'Con formulario', pdf_path, fields: [own] }),
      201,
    )
    const recipients = [person('Elsa', { field: own.key })]
    const request = await asked(recipients, { id: saved.id, data: {}, send: false })
    expect(request.recipients[0]!.places).toMatchObject([{ field: `${own.key}_2`, position: { x: 60, y: 700 } }])
    expect(request.status).toBe('borrador')
  })

  it('with the same key is made once', async () => {
    const recipients = [person('Flor', { field: 'arrendador' })]
    const key = randomUUID()
    const before = (await storedKeys(office)).length
    const answers = await Promise.all(Array.from({ length: 5 }, () => asked(recipients, { key })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    await expectProblem(await ask(recipients, { key, mensaje: 'Otro' }), 400, 'id_in_use')
    expect((await storedKeys(office)).length).toBe(before + 1)
    await recipientOf(office, recipients[0]!.email)
    expect(office.smtp.messages.filter(({ to }) => to.includes(recipients[0]!.email))).toHaveLength(1)
  })

  it('is refused as a whole: no document without its request', async () => {
    const gus = person('Gus', { field: 'arrendador' })
    const before = await storedKeys(office)
    const { uses } = await details(office.gestor, template.id)
    await expectProblem(await ask([gus], { data: {} }), 400, 'template_data_wrong')
    await expectProblem(await ask([person('Hugo', { rol: 'copia' })]), 400, 'recipients_missing')
    await expectProblem(await ask([gus, { ...gus, field: 'arrendataria' }]), 400, 'recipient_repeated')
    await expectProblem(await ask([gus], { expires_at: '2026-01-01T00:00:00.000Z' }), 400, 'date_in_past')
    for (const field of ['nombre', 'nada']) {
      const problem = await expectProblem(await ask([person('Iris', { field })]), 400, 'validation_failed')
      expect(problem.errors).toMatchObject([{ field: 'recipients.0.field' }])
    }
    const twice = [person('Juan', { field: 'arrendador' }), person('Kati', { field: 'arrendador' })]
    await expectProblem(await ask(twice), 400, 'validation_failed')
    await expectProblem(await ask([gus], {}, office.ajeno), 404, 'not_found')
    expect(await storedKeys(office)).toEqual(before)
    expect((await details(office.gestor, template.id)).uses).toBe(uses)
  })

  it('of an admin without a company belongs to the company of its template', async () => {
    const request = await asked([person('Lola', { field: 'arrendador' })], {}, office.admin)
    const seen = await office.gestor.read<SigningRequest>(`/api/v1/details_signing_request/${request.id}/`)
    expect(seen.created_by.id).toBe(office.admin.id)
  })
})

/** An uploaded base and the names of its form fields. */
async function formOf(bytes: Uint8Array): Promise<{ pdf_path: string; fields: string[] }> {
  const { pdf_path } = await makeTemplate(office.gestor, [fieldOf('text')], { bytes })
  const { fields: found } = await bodyOf<{ fields: { form_field: string }[] }>(
    await office.gestor.post('/api/v1/detect_fields/', { pdf_path }),
    200,
  )
  return { pdf_path, fields: found.map(({ form_field }) => form_field) }
}
