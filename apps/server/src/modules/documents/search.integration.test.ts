import type { searchDocument } from '@foja/contracts/documents'
import { makePdf } from '@foja/testing/pdfs'
import type * as z from 'zod/mini'
import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, expectProblem, pdfFile, openOffice, type Caller } from '../../../test/office.ts'
import { plainPng } from '../../../test/pictures.ts'
import { giveSigner, passphrase } from '../../../test/people.ts'

type Found = z.output<(typeof searchDocument.replies)[200]>

const office = await openOffice()
const id = (await createCase(office.usuario, pdfFile('tres.pdf', makePdf({ pages: 3 })))).document.id_documento

const ask = (q: string, caller: Caller = office.usuario, more = '', document = id) =>
  caller.call(`/api/v1/search_document/${document}/?q=${encodeURIComponent(q)}${more}`)

describe('searching in a document', () => {
  it('returns the pages and positions of a text', async () => {
    const found = await bodyOf<Found>(await ask('PÁGE'), 200)
    expect(found).toMatchObject({ has_text: true, more: false })
    expect(found.hits.map(({ page, snippet, start, end }) => [page, snippet, snippet.slice(start, end)])).toEqual([
      [1, 'Page 1', 'Page'],
      [2, 'Page 2', 'Page'],
      [3, 'Page 3', 'Page'],
    ])
    const [rect] = found.hits[0]!.rects
    // The word starts 60 points from the left; its baseline is 200 from the bottom of a page 842 points high.
    expect(rect!.x).toBeCloseTo(60, 0)
    expect(rect!.y).toBeLessThan(842 - 200 - 12)
    expect(rect!.y + rect!.height).toBeGreaterThan(842 - 200)
    expect(await bodyOf<Found>(await ask('nada de esto'), 200)).toEqual({ has_text: true, more: false, hits: [] })
  })

  it('is allowed to users who may read the document', async () => {
    for (const caller of [office.admin, office.gestor, office.mediador])
      expect((await ask('a', caller)).status).toBe(200)
    for (const caller of [office.ajeno, office.colega]) await expectProblem(await ask('a', caller), 404, 'not_found')
    await bodyOf(await office.usuario.post(`/api/v1/user_shared/update/${id}/`, { users: [office.colega.id] }), 200)
    expect((await ask('a', office.colega)).status).toBe(200)
    await expectProblem(await ask(' '), 400, 'validation_failed')
    await expectProblem(await ask('a'.repeat(201)), 400, 'validation_failed')
    await expectProblem(await ask('a', office.usuario, '&version=2'), 404, 'not_found')
    await expectProblem(await ask('a', office.usuario, '', 'x'), 404, 'not_found')
  })

  it('searches the requested version', async () => {
    await giveSigner(office.usuario, 'Úrsula Peña')
    await bodyOf(
      await office.usuario.post('/api/v1/custom_pdf_signing/', { id_documento: id, password: passphrase }),
      200,
    )
    for (const version of ['', '&version=1', '&version=2']) {
      expect((await bodyOf<Found>(await ask('page 2', office.usuario, version), 200)).hits).toHaveLength(1)
    }
  })

  it('refuses images and XFA forms', async () => {
    const photo = { name: 'foto.png', bytes: plainPng(2, 2) }
    const { document } = await createCase(office.usuario, photo)
    await expectProblem(await ask('a', office.usuario, '', document.id_documento), 400, 'document_not_pdf')
    const { document: form } = await createCase(
      office.usuario,
      pdfFile('xfa.pdf', makePdf({ form: 'direct', xfa: 'dynamic' })),
    )
    await expectProblem(await ask('a', office.usuario, '', form.id_documento), 400, 'pdf_xfa')
  })
})
