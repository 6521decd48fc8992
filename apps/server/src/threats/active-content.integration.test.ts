import type { DocumentDetails } from '@foja/contracts/documents'
import { makePdf } from '@foja/testing/pdfs'
import { describe, expect, it } from 'vitest'
import { bodyOf, createCase, pdfFile, openOffice } from '../../test/office.ts'
import { giveSigner } from '../../test/people.ts'
import { sign, signedOf } from '../../test/signing.ts'

const office = await openOffice()

const active = makePdf({ catalog: '/OpenAction << /S /JavaScript /JS (1) >> /AA << /WC << /S /Launch /F (a) >> >>' })
const kinds = ['javascript', 'launch']

describe('a PDF with active content', () => {
  it('is kept with a warning in lists, details, the shared page and before signing, also once it is signed', async () => {
    const { usuario, server } = office
    await giveSigner(usuario, 'Úrsula Usuaria')
    const { document, main } = await createCase(usuario, pdfFile('activo.pdf', active))
    expect(document.active_content).toEqual(kinds)
    const details = async () =>
      await usuario.read<DocumentDetails>(`/api/v1/details_document/${document.id_documento}/`)
    expect((await details()).active_content).toEqual(kinds)
    expect(JSON.stringify(main)).toContain('"active_content":["javascript","launch"]')
    const ids = { ids_documento: [document.id_documento] }
    const preflight = await usuario.post('/api/v1/preflight_signing/', ids)
    expect(await bodyOf(preflight, 200)).toMatchObject({ documents: [{ active_content: kinds, problem: null }] })
    await signedOf(await sign(usuario, document))
    expect(await details()).toMatchObject({ version: 2, active_content: kinds })
    const shared = await usuario.post('/api/v1/create_share_document/', { id_documento: document.id_documento })
    const { share } = await bodyOf<{ share: string }>(shared, 201)
    const opened = await fetch(`${server.origin}/api/v1/get_document_share/?share=${share}`)
    expect(await bodyOf(opened, 200)).toMatchObject({ active_content: kinds })
  })

  it('is not claimed of an ordinary PDF', async () => {
    const { document } = await createCase(office.usuario)
    expect(document).not.toHaveProperty('active_content')
  })
})
