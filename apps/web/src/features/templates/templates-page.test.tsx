import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { drawPage } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { readToasts, toast } from '../../ui/toast-store.ts'
import { TemplatesPage } from './components/templates-page.tsx'
import { NewTemplateModal } from './components/new-template-modal.tsx'
import { idTemplate, makeField, makeSummary, makeTemplate } from './test/make.ts'

useServer()
beforeEach(() => {
  signedIn()
  toast.dismiss()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const name = 'Acta de acuerdo total'
const list = (...found: ReturnType<typeof makeSummary>[]) =>
  server.use(http.get(at('/api/v1/list_template/'), () => HttpResponse.json(found)))
const draw = (mayCreate: boolean, search = {}) => {
  const onSearch = vi.fn()
  drawPage(
    <TemplatesPage search={{ archived: false, fresh: false, ...search }} onSearch={onSearch} mayCreate={mayCreate} />,
  )
  return onSearch
}
const openMenu = async () => {
  const trigger = await screen.findByRole('button', { name: `Acciones de ${name}` })
  await waitFor(() => expect((trigger as HTMLButtonElement).isConnected && !screen.queryByRole('menu')).toBe(true))
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: `Acciones de ${name}` }).disabled).toBe(false),
  )
  await userEvent.click(screen.getByRole('button', { name: `Acciones de ${name}` }))
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent.trim())
}

describe('the list of templates', () => {
  it('shows the last editor and the number of uses', async () => {
    list(makeSummary({ uses: 12 }))
    draw(true)
    await screen.findByText('Usada 12 veces')
    expect(screen.getByText('7 campos · 2 páginas')).toBeTruthy()
    expect(screen.getByText(/Lucía Peñaherrera ·/)).toBeTruthy()
    const use = screen.getByRole('link', { name: `Usar ${name}` })
    expect(use.getAttribute('href')).toBe(`/plantillas/${idTemplate}/usar`)
  })

  it('offers the actions allowed for each template', async () => {
    list(makeSummary())
    draw(true)
    expect(await openMenu()).toEqual(['Editar', 'Cambiar el nombre', 'Duplicar', 'Versiones', 'Exportar', 'Eliminar'])
  })

  it('offers only viewing to users who may not edit', async () => {
    list(makeSummary({ actions: ['use'] }))
    draw(false)
    expect(await openMenu()).toEqual(['Ver', 'Versiones', 'Exportar'])
    expect(screen.queryByRole('button', { name: 'Nueva plantilla' })).toBe(null)
  })

  it('asks before deleting a template for good', async () => {
    list(makeSummary())
    const deleted: string[] = []
    server.use(
      http.delete(at('/api/v1/delete_template/:id/'), ({ params }) => {
        deleted.push(String(params['id']))
        return HttpResponse.json({ id: idTemplate, archived: false })
      }),
    )
    draw(true)
    await openMenu()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Eliminar' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(deleted).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Eliminar' }))
    await waitFor(() => expect(readToasts().map(({ text }) => text)).toEqual([`Se eliminó «${name}»`]))
    expect(deleted).toEqual([idTemplate])
  })

  it('archives a used template without asking, and offers to undo', async () => {
    list(makeSummary({ uses: 3 }))
    const restored: unknown[] = []
    server.use(
      http.delete(at('/api/v1/delete_template/:id/'), () => HttpResponse.json({ id: idTemplate, archived: true })),
      http.post(at('/api/v1/restore_template/'), async ({ request }) => {
        restored.push(await request.json())
        return HttpResponse.json(makeTemplate([]))
      }),
    )
    draw(true)
    await openMenu()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Archivar' }))
    await waitFor(() => expect(readToasts()[0]?.text).toBe(`«${name}» está archivada`))
    readToasts()[0]?.action?.onClick()
    await waitFor(() => expect(restored).toEqual([{ id: idTemplate }]))
  })

  it('searches when typing pauses', async () => {
    list(makeSummary())
    const onSearch = draw(true)
    await userEvent.type(await screen.findByRole('searchbox'), 'contrato')
    await waitFor(() => expect(onSearch).toHaveBeenLastCalledWith({ q: 'contrato' }))
  })

  it('says what to do when there are no templates', async () => {
    list()
    draw(false)
    await screen.findByText('Aún no hay plantillas')
  })
})

describe('creating a template', () => {
  const pdf = new File(['%PDF-1.7'], 'acta_modelo.pdf', { type: 'application/pdf' })
  const choose = async (file: File) => {
    const input = (await screen.findByRole('dialog')).querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('there is no file input')
    await userEvent.upload(input, file, { applyAccept: false })
  }
  const uploaded = () =>
    server.use(
      http.post(at('/api/v1/upload_document/'), () => HttpResponse.json({ documents: [{ pdf_path: 'base-1' }] })),
    )

  it('shows the fields that were found, and saves them with the template', async () => {
    const bodies: Record<string, unknown>[] = []
    const fields = [makeField('nombre'), makeField('firma', { type: 'signature' })]
    uploaded()
    server.use(
      http.post(at('/api/v1/detect_fields/'), () =>
        HttpResponse.json({ fields, skipped: [{ name: 'Enviar', reason: 'button' }] }),
      ),
      http.post(at('/api/v1/save_template/'), async ({ request }) => {
        bodies.push((await request.json()) as Record<string, unknown>)
        return HttpResponse.json(makeTemplate(fields), { status: 201 })
      }),
    )
    const { href } = drawPage(<NewTemplateModal onClose={() => {}} />, '/plantillas?nueva=1')
    await choose(pdf)
    await screen.findByText('Encontramos 2 campos del formulario.')
    expect(screen.getByText(/1 de texto y 1 firma/)).toBeTruthy()
    expect(screen.getByText('«Enviar»: es un botón')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Nombre de la plantilla').value).toBe('Acta modelo')
    await userEvent.click(screen.getByRole('button', { name: 'Crear plantilla' }))
    await waitFor(() => expect(href()).toBe(`/plantillas/${idTemplate}`))
    expect(bodies[0]).toMatchObject({ name: 'Acta modelo', pdf_path: 'base-1', fields })
  })

  it('explains why a file cannot become a template', async () => {
    uploaded()
    server.use(
      http.post(at('/api/v1/detect_fields/'), () =>
        problem(400, 'pdf_xfa', { title: 'El PDF es un formulario XFA', detail: 'Imprímelo a PDF.' }),
      ),
    )
    drawPage(<NewTemplateModal onClose={() => {}} />)
    await choose(pdf)
    await screen.findByText('Imprímelo a PDF.')
    await choose(new File(['x'], 'nota.docx'))
    await screen.findByText(/«nota.docx» no es un PDF/)
    await choose(new File([], 'vacio.pdf'))
    await screen.findByText(/«vacio.pdf» está vacío/)
  })
})
