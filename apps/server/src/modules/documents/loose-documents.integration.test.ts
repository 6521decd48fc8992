import type { Document } from '@foja/contracts/documents'
import { randomUUID } from 'node:crypto'
import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, pdfFile, openOffice, type Caller } from '../../../test/office.ts'
import { save, uploadBase } from '../../../test/templates.ts'
import { readZip } from '../../../test/zip.ts'

const office = await openOffice()

type Page = { results: Document[]; next: number | null }
const list = (caller: Caller, query = '') => caller.read<Page>(`/api/v1/loose_documents/${query}`)
const names = async (caller: Caller, q: string) =>
  (await list(caller, `?q=${encodeURIComponent(q)}`)).results.map(({ nombre }) => nombre)

async function upload(caller: Caller, ...files: string[]): Promise<Document[]> {
  const made = files.map((name, at) => pdfFile(name, makePdf({ pages: at + 1 })))
  const reply = await caller.upload('/api/v1/upload_document/', made, {})
  return (await bodyOf<{ documents: Document[] }>(reply, 201)).documents
}

describe('the documents outside every case file', () => {
  it('are listed for their author and the staff of the company, newest first', async () => {
    const { usuario, colega, gestor, mediador, admin, ajeno } = office
    await upload(usuario, 'Poder Ñandú.pdf')
    office.server.advance(1000)
    await upload(usuario, 'Poder nuevo.pdf')
    await createCase(usuario, pdfFile('Poder en expediente.pdf'), {})
    for (const caller of [usuario, gestor, mediador, admin])
      expect(await names(caller, 'poder')).toEqual(['Poder nuevo.pdf', 'Poder Ñandú.pdf'])
    for (const caller of [colega, ajeno]) expect(await names(caller, 'poder')).toEqual([])
    expect(await names(usuario, 'NANDU pod')).toEqual(['Poder Ñandú.pdf'])
    expect(await names(usuario, 'andu')).toEqual([])
  })

  it('leave out the recycle bin and the base of a template', async () => {
    const { gestor } = office
    const [binned] = await upload(gestor, 'Borrador.pdf')
    await bodyOf(
      await gestor.call('/api/v1/delete_document/', {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id_documento: binned!.id_documento }),
      }),
      200,
    )
    expect(await names(gestor, 'borrador')).toEqual([])
    const base = await uploadBase(gestor, pdfFile('Base de contrato.pdf', makePdf({ ballast: 2000 })))
    const search = async () =>
      (await gestor.read<{ results: { kind: string }[] }>('/api/v1/search/?q=base')).results.filter(
        ({ kind }) => kind === 'document',
      )
    expect([await names(gestor, 'base'), await search()]).toMatchObject([['Base de contrato.pdf'], [{}]])
    await bodyOf(await save(gestor, { name: 'Contrato', pdf_path: base.pdf_path, fields: [] }), 201)
    expect([await names(gestor, 'base'), await search()]).toEqual([[], []])
    office.server.advance(1000)
    await uploadBase(gestor, pdfFile('Base para firmar.pdf', makePdf({ ballast: 2000 })))
    expect(await names(gestor, 'base')).toEqual(['Base para firmar.pdf'])
  })

  it('come 30 a page', async () => {
    const { colega } = office
    for (let at = 0; at < 31; at += 20) {
      await upload(colega, ...Array.from({ length: Math.min(20, 31 - at) }, (_, one) => `Recibo ${at + one}.pdf`))
    }
    const first = await list(colega)
    expect([first.results.length, first.next]).toEqual([30, 2])
    const second = await list(colega, '?page=2')
    expect([second.results.length, second.next]).toEqual([1, null])
    expect(new Set([...first.results, ...second.results].map(({ id_documento }) => id_documento)).size).toBe(31)
  })
})

describe('a ZIP of documents', () => {
  it('contains the newest version of each, in order, with distinct names', async () => {
    const { usuario } = office
    const documents = await upload(usuario, 'Acta.pdf', 'Acta.pdf', 'Señal.pdf')
    const ids = documents.map(({ id_documento }) => id_documento).toReversed()
    const response = await usuario.post('/api/v1/download_zip/', { ids_documento: [...ids, ids[0]] })
    expect(response.status).toBe(200)
    const files = await readZip(new Uint8Array(await response.arrayBuffer()))
    const found = [...files.keys()].filter((name) => name.endsWith('.pdf'))
    expect(found).toHaveLength(3)
    expect(found[0]).toBe('Señal.pdf')
  })

  it('is refused when one of them is not readable', async () => {
    const { usuario, colega, ajeno } = office
    const [mine] = await upload(usuario, 'Mío.pdf')
    const [others] = await upload(colega, 'De otra persona.pdf')
    const ask = (caller: Caller, ...ids: string[]) => caller.post('/api/v1/download_zip/', { ids_documento: ids })
    const [a, b] = [mine!.id_documento, others!.id_documento]
    await expectProblem(await ask(usuario, a, b), 404, 'not_found')
    await expectProblem(await ask(ajeno, a), 404, 'not_found')
    await expectProblem(await ask(usuario, randomUUID()), 404, 'not_found')
    await expectProblem(await ask(usuario), 400, 'validation_failed')
    expect((await ask(office.gestor, a, b)).status).toBe(200)
  })
})
