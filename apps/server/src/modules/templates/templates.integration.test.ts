import type { PageImages } from '@foja/contracts/common'
import type { Problem } from '@foja/contracts/problem'
import type { Template } from '@foja/contracts/templates'
import { verifyChain } from '@foja/db/verify-chains'
import { makePdf } from '@foja/testing/pdfs'
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, pdfFile, openOffice, type Caller } from '../../../test/office.ts'
import { webpWidth } from '../../../test/pictures.ts'
import {
  details,
  fieldOf,
  fill,
  filledOf,
  listed,
  makeTemplate,
  save,
  saveAgain,
  uploadBase,
} from '../../../test/templates.ts'

const office = await openOffice()

const rename = (caller: Caller, id: string, name: string) =>
  caller.call(`/api/v1/rename_template/${id}/?q=${encodeURIComponent(name)}`)
const remove = (caller: Caller, id: string) => caller.remove(`/api/v1/delete_template/${id}/`)
const restore = (caller: Caller, id: string) => caller.post('/api/v1/restore_template/', { id })
const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)

describe('a saved template', () => {
  it('has the saved values, its author, pages and allowed actions', async () => {
    const { gestor, usuario } = office
    const fields = [fieldOf('text', { required: true, default: 'Ana' }), fieldOf('signature', { page: 2, height: 80 })]
    const created = await makeTemplate(gestor, fields, { name: '  Acta de acuerdo total ' })
    expect(created).toMatchObject({
      name: 'Acta de acuerdo total',
      id_company: office.company,
      locale: 'es-EC',
      paginas: 2,
      page_sizes: [
        { width: 595, height: 842 },
        { width: 595, height: 842 },
      ],
      field_count: 2,
      fields,
      version: 1,
      created_by: { id: gestor.id, nombre: 'Gael Gestor' },
      updated_by: { id: gestor.id },
      uses: 0,
      last_used_at: null,
      archived: false,
      actions: ['use', 'edit', 'delete'],
    })
    expect(created.versions).toMatchObject([{ version: 1, name: 'Acta de acuerdo total', field_count: 2 }])
    const seen = await details(usuario, created.id)
    expect(seen.thumbnail).not.toBe(created.thumbnail)
    expect(seen).toEqual({ ...created, thumbnail: seen.thumbnail, actions: ['use'] })
    const chain = await verifyChain(office.server.deps.db, office.company)
    expect(chain.intact).toBe(true)
  })

  it('has the locale of the company’s country by default', async () => {
    const { db } = office.server.deps
    const { pdf_path } = await uploadBase(office.ajeno)
    await db.updateTable('company').set({ pais: 'MX' }).where('id', '=', office.otherCompany).execute()
    const ask = { name: 'Solicitud', pdf_path, fields: [] }
    expect((await bodyOf<Template>(await save(office.ajeno, ask), 201)).locale).toBe('es-MX')
    const other = await bodyOf<Template>(await save(office.ajeno, { ...ask, locale: 'en-US' }), 201)
    expect(other.locale).toBe('en-US')
    await db.updateTable('company').set({ pais: null }).where('id', '=', office.otherCompany).execute()
    expect((await bodyOf<Template>(await save(office.ajeno, ask), 201)).locale).toBe('es-EC')
  })

  it('is created once by parallel requests with the same key', async () => {
    const { pdf_path } = await uploadBase(office.gestor)
    const ask = { name: 'Con clave', pdf_path, fields: [fieldOf('text')], key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 20 }, () => save(office.gestor, ask)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([...Array(19).fill(200), 201])
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as Template).id))
    expect(new Set(ids).size).toBe(1)
    expect(namesOf(await listed(office.gestor, '?q=con clave'))).toEqual(['Con clave'])
    await expectProblem(await save(office.gestor, { ...ask, name: 'Otra' }), 400, 'id_in_use')
  })

  it('cannot be created by users without a company or without the permission', async () => {
    const { pdf_path } = await uploadBase(office.gestor)
    const ask = { name: 'Nadie', pdf_path, fields: [] }
    for (const caller of [office.admin, office.mediador, office.usuario]) {
      await expectProblem(await save(caller, ask), 403, 'forbidden')
    }
    expect(await listed(office.gestor, '?q=nadie')).toEqual([])
  })
})

describe('saving a template', () => {
  it('creates a version; earlier ones can be read and saved again', async () => {
    const { gestor } = office
    const first = await makeTemplate(gestor, [fieldOf('text')], { name: 'Uno' })
    const wider = { fields: [fieldOf('text', { width: 250 }), fieldOf('date', { y: 100 })], name: 'Dos' }
    const second = await bodyOf<Template>(await saveAgain(gestor, first, wider), 200)
    expect(second).toMatchObject({
      id: first.id,
      name: 'Dos',
      version: 2,
      field_count: 2,
      created_at: first.created_at,
    })
    expect(second.versions.map(({ version, name, field_count }) => [version, name, field_count])).toEqual([
      [2, 'Dos', 2],
      [1, 'Uno', 1],
    ])
    const then = await details(gestor, first.id, 1)
    expect(then).toMatchObject({ version: 1, name: 'Uno', fields: first.fields, field_count: 1 })
    expect(then.versions).toEqual(second.versions)
    const again = await bodyOf<Template>(await saveAgain(gestor, then, { version: second.version }), 200)
    expect(again).toMatchObject({ version: 3, name: 'Uno', fields: first.fields })
    await expectProblem(await gestor.call(`/api/v1/details_template/${first.id}/?version=9`), 404, 'not_found')
  })

  it('requires the current version, else returns the current template', async () => {
    const { gestor, admin } = office
    const read = await makeTemplate(gestor)
    const mine = await bodyOf<Template>(await saveAgain(gestor, read, { name: 'Mía' }), 200)
    const problem = await expectProblem(await saveAgain(admin, read, { name: 'Suya' }), 400, 'stale_version')
    expect(problem.current).toMatchObject({ id: read.id, name: 'Mía', version: 2, fields: mine.fields })
    await expectProblem(await saveAgain(gestor, read, { version: undefined }), 400, 'validation_failed')
    await expectProblem(await saveAgain(gestor, read, { id: undefined }), 400, 'validation_failed')
  })

  it('succeeds for one of fifty parallel requests with the same version', async () => {
    const { gestor, admin } = office
    const read = await makeTemplate(gestor)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) =>
        saveAgain(turn % 2 === 0 ? gestor : admin, read, { name: `Acta ${turn}` }),
      ),
    )
    const codes = await Promise.all(
      answers.map(async (answer) => (answer.ok ? 'saved' : ((await answer.json()) as Problem).code)),
    )
    expect(codes.filter((code) => code === 'saved')).toHaveLength(1)
    expect(codes.filter((code) => code === 'stale_version')).toHaveLength(49)
    expect(await details(gestor, read.id)).toMatchObject({ version: 2, name: `Acta ${codes.indexOf('saved')}` })
  })

  it('is refused for invalid fields, naming each', async () => {
    const { gestor } = office
    const { pdf_path } = await uploadBase(gestor)
    const ask = (fields: object[]) => save(gestor, { name: 'Mal', pdf_path, fields })
    const named = async (response: Response, code: Parameters<typeof expectProblem>[2]) =>
      (await expectProblem(response, 400, code)).errors?.map(({ field, code: what }) => [field, what])
    const text = fieldOf('text')
    expect(await named(await ask([text, text]), 'template_key_repeated')).toEqual([['fields.1.key', 'key_repeated']])
    expect(await named(await ask([{ ...text, page: 2 }]), 'page_not_found')).toEqual([
      ['fields.0.page', 'page_not_found'],
    ])
    expect(await named(await ask([{ ...text, x: 590 }]), 'rectangle_outside_page')).toEqual([
      ['fields.0.x', 'outside_page'],
    ])
    const wrong = [fieldOf('select', { options: undefined }), fieldOf('date', { default: '2026-02-30' })].map(
      ({ options: _none, ...field }) => field,
    )
    expect(await named(await ask(wrong), 'template_field_wrong')).toEqual([
      ['fields.0.options', 'options_missing'],
      ['fields.1.default', 'default_wrong'],
    ])
    const english = await gestor.post(
      '/api/v1/save_template/',
      { name: 'Mal', pdf_path, fields: [text, text] },
      { 'accept-language': 'en' },
    )
    expect(((await english.json()) as Problem).errors?.[0]?.message).toMatch(/key/)
    for (const key of ['Nombre', '1a', 'a b', 'ñ', '']) {
      await expectProblem(await ask([{ ...text, key }]), 400, 'validation_failed')
    }
    await expectProblem(await ask([{ ...text, expression: 'x' }]), 400, 'validation_failed')
  })
})

describe('the list of templates', () => {
  it('is ordered by last change, can be searched by name, and has thumbnails', async () => {
    const { gestor, mediador, admin, ajeno, server } = office
    server.advance(1000)
    const convenio = await makeTemplate(gestor, [], { name: 'Convenio de pensión', bytes: makePdf({ pages: 3 }) })
    server.advance(1000)
    await makeTemplate(gestor, [], { name: 'Poder especial' })
    server.advance(1000)
    await bodyOf(await rename(gestor, convenio.id, 'Convenio de pensión alimenticia'), 200)
    for (const caller of [gestor, mediador, admin]) {
      expect(namesOf(await listed(caller)).slice(0, 2)).toEqual(['Convenio de pensión alimenticia', 'Poder especial'])
      expect(namesOf(await listed(caller, '?q=PENSION%20conv'))).toEqual(['Convenio de pensión alimenticia'])
    }
    expect(namesOf(await listed(ajeno, '?q=convenio'))).toEqual([])
    expect(await listed(gestor, `?q=${encodeURIComponent("%_'; drop table template")}`)).toEqual([])
    const [{ thumbnail, actions }] = (await listed(mediador, '?q=convenio')) as [Template]
    expect(actions).toEqual(['use'])
    const response = await fetch(new URL(thumbnail, server.origin))
    expect(response.headers.get('content-type')).toBe('image/webp')
    const width = webpWidth(new Uint8Array(await response.arrayBuffer()))
    expect(width).toBeGreaterThan(400)
    expect(width).toBeLessThan(500)
  })

  it('contains the number of uses and the time of the last one', async () => {
    const { gestor, usuario } = office
    const { id } = await makeTemplate(gestor, [fieldOf('text')], { name: 'Contada' })
    await filledOf(await fill(usuario, id, {}))
    const { created_at } = await filledOf(await fill(usuario, id, {}))
    expect(await listed(gestor, '?q=contada')).toMatchObject([{ uses: 2, last_used_at: created_at }])
  })

  it('is included in the global search', async () => {
    const { gestor, usuario, ajeno } = office
    const { id } = await makeTemplate(gestor, [], { name: 'Citación única' })
    const find = (caller: Caller) =>
      caller.read<{ results: { kind: string; id: string; title: string }[] }>('/api/v1/search/?q=citacion')
    for (const caller of [gestor, usuario]) {
      expect((await find(caller)).results).toMatchObject([{ kind: 'template', id, title: 'Citación única' }])
    }
    expect((await find(ajeno)).results).toEqual([])
  })
})

describe('renaming a template', () => {
  it('creates a version with the same fields, unless the name is unchanged', async () => {
    const { gestor, mediador, ajeno } = office
    const created = await makeTemplate(gestor)
    const named = await bodyOf<Template>(await rename(gestor, created.id, ' Otro nombre '), 200)
    expect(named).toMatchObject({ name: 'Otro nombre', version: 2, fields: created.fields, pdf_path: created.pdf_path })
    expect((await bodyOf<Template>(await rename(gestor, created.id, 'Otro nombre'), 200)).version).toBe(2)
    expect((await details(gestor, created.id, 1)).name).toBe(created.name)
    await expectProblem(await rename(mediador, created.id, 'x'), 403, 'forbidden')
    await expectProblem(await rename(ajeno, created.id, 'x'), 404, 'not_found')
    await expectProblem(await rename(gestor, created.id, ' '), 400, 'validation_failed')
  })
})

describe('a deleted template', () => {
  it('no longer exists if it was never used', async () => {
    const { gestor } = office
    const { id } = await makeTemplate(gestor)
    expect(await bodyOf(await remove(gestor, id), 200)).toEqual({ id, archived: false })
    await expectProblem(await gestor.call(`/api/v1/details_template/${id}/`), 404, 'not_found')
    await expectProblem(await remove(gestor, id), 404, 'not_found')
  })

  it('is archived if it was used: its documents keep working, and it can be restored', async () => {
    const { gestor, usuario } = office
    const created = await makeTemplate(gestor, [fieldOf('text')], { name: 'Archivada' })
    const { id } = created
    const document = await filledOf(await fill(usuario, id, { text: 'Ana' }))
    expect(await bodyOf(await remove(gestor, id), 200)).toEqual({ id, archived: true })
    expect(await bodyOf(await remove(gestor, id), 200)).toEqual({ id, archived: true })
    expect(await listed(gestor, '?q=archivada')).toEqual([])
    expect(await listed(gestor, '?archived=1&q=archivada')).toMatchObject([
      { id, archived: true, actions: ['restore'] },
    ])
    expect((await details(usuario, id)).actions).toEqual([])
    await expectProblem(await fill(usuario, id, {}), 400, 'template_archived')
    await expectProblem(await saveAgain(gestor, created), 400, 'template_archived')
    await expectProblem(await rename(gestor, id, 'x'), 400, 'template_archived')
    const images = await usuario.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path })
    expect((await bodyOf<PageImages>(images, 200)).paginas).toBe(2)
    expect(await bodyOf(await restore(gestor, id), 200)).toMatchObject({ archived: false, version: 1, uses: 1 })
    expect((await bodyOf<Template>(await restore(gestor, id), 200)).archived).toBe(false)
    await filledOf(await fill(usuario, id, {}))
  })
})

describe('the pages of a template base', () => {
  it('are shown only to users who may use the template', async () => {
    const { gestor, usuario, ajeno, admin, server } = office
    const { document } = await createCase(gestor, pdfFile('tres.pdf', makePdf({ pages: 3, rotate: 90 })))
    const ask = { name: 'De un documento', pdf_path: document.pdf_path, fields: [] }
    const created = await bodyOf<Template>(await save(gestor, ask), 201)
    expect(created.pdf_path).not.toBe(document.pdf_path)
    // The colleague may not read the document, but may read the base of the template.
    await expectProblem(await usuario.post('/api/v1/pdf_to_image/', { pdf_path: document.pdf_path }), 404, 'not_found')
    for (const caller of [usuario, admin]) {
      const images = await bodyOf<PageImages>(
        await caller.post(`/api/v1/template_pdf_to_image/${created.id}/`, {}),
        200,
      )
      expect(images.pages.map(({ page, width, height }) => [page, width, height])).toEqual(
        [1, 2, 3].map((page) => [page, 842, 595]),
      )
      const same = await caller.post('/api/v1/pdf_to_image/', { pdf_path: created.pdf_path })
      expect(await bodyOf(same, 200)).toEqual(images)
      const drawn = await fetch(new URL(images.pages[2]!.url, server.origin))
      expect(drawn.headers.get('content-type')).toBe('image/webp')
    }
    await expectProblem(await ajeno.post('/api/v1/pdf_to_image/', { pdf_path: created.pdf_path }), 404, 'not_found')
    await expectProblem(await ajeno.post(`/api/v1/template_pdf_to_image/${created.id}/`, {}), 404, 'not_found')
  })
})
