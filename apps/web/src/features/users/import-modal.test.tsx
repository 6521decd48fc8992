import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server } from '../../test/server.ts'
import { readToasts } from '../../ui/toast-store.ts'
import { ImportModal } from './components/import-modal.tsx'

usePages()

type Body = { preview: boolean; rows: { email: string }[] }

/** Rejects addresses without an @, and creates the others when `preview` is false. */
function acceptsImports(invitations: 'queued' | 'held' = 'queued') {
  const bodies: Body[] = []
  server.use(
    http.post(at('/api/v1/import_users/'), async ({ request }) => {
      const body = (await request.json()) as Body
      bodies.push(body)
      const errors = body.rows.flatMap(({ email }, index) =>
        email.includes('@') ? [] : [{ row: index + 1, field: 'email', code: 'invalid', message: 'Revisa el correo.' }],
      )
      const ready = body.rows.length - errors.length
      const isCreated = !body.preview && errors.length === 0
      return HttpResponse.json({
        errors,
        ready,
        created: isCreated ? ready : 0,
        invitations: isCreated ? invitations : null,
      })
    }),
  )
  return bodies
}

async function draw() {
  const onClose = vi.fn()
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <ImportModal companies={false} onClose={onClose} />
      </ClientStateProvider>
    </SessionProvider>,
  )
  return { onClose, box: await screen.findByRole('dialog') }
}

const bring = async (box: HTMLElement, text: string) => {
  const input = box.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('there is no file input')
  await userEvent.upload(input, new File([text], 'personas.csv'), { applyAccept: false })
}
const header = 'Nombre;Correo;Rol\n'

describe('importing users', () => {
  it('shows errors by row and field, and continues with a corrected file', async () => {
    const bodies = acceptsImports()
    const { box, onClose } = await draw()
    await bring(box, `${header}Ana;ana@x.ec;Mediación\nLuis;luis;`)
    await within(box).findByText(/Hay que corregir 1 fila/)
    const rows = within(box).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/^3Luisluis.*Revisa el correo\./)])
    expect(
      within(box)
        .getAllByRole('button', { name: /^Crear/ })
        .map((button) => button.textContent),
    ).toEqual(['Crear la correcta'])
    await userEvent.click(within(box).getByRole('button', { name: 'Subir otro archivo' }))
    await bring(box, `${header}Ana;ana@x.ec;Mediación\nLuis;luis@x.ec;`)
    await within(box).findByText('Listos para crear: 2 usuarios.')
    await userEvent.click(within(box).getByRole('button', { name: 'Crear 2 usuarios' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodies.map(({ preview }) => preview)).toEqual([true, true, false])
    expect(bodies.at(-1)!.rows).toMatchObject([{ role: 'mediador' }, { role: 'usuario' }])
    expect(readToasts()[0]?.text).toBe('Se crearon 2 usuarios')
  })

  it('creates the valid rows, and offers the remaining ones with their errors as a file', async () => {
    const bodies = acceptsImports()
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:x'
    })
    const { box, onClose } = await draw()
    await bring(box, 'Nombre;Correo;Motivo\nAna;ana@x.ec;viejo\nLuis;luis;viejo\nEva;eva@x.ec;viejo')
    await userEvent.click(await within(box).findByRole('button', { name: 'Crear las 2 correctas' }))
    await within(box).findByText('Se crearon 2 usuarios')
    await within(box).findByText(/Quedan las filas con errores: descárgalas/)
    await within(box).findByRole('button', { name: 'Descargar las filas con errores' })
    expect(box.textContent).not.toMatch(/Hasta entonces|Hay que corregir/)
    // The line in the user's file.
    const rows = within(box).getAllByRole('row').slice(1)
    expect(rows.map((row) => row.textContent)).toEqual([expect.stringMatching(/^3Luisluis/)])
    expect(onClose).not.toHaveBeenCalled()
    expect(bodies.map(({ preview, rows }) => [preview, rows.map(({ email }) => email)])).toEqual([
      [true, ['ana@x.ec', 'luis', 'eva@x.ec']],
      [false, ['ana@x.ec', 'eva@x.ec']],
      [true, ['luis']],
    ])
    expect(within(box).queryByRole('button', { name: /^Crear/ })).toBeNull()
    await userEvent.click(within(box).getByRole('button', { name: 'Descargar las filas con errores' }))
    const text = await saved.at(-1)!.text()
    expect(text.replace('\uFEFF', '')).toBe('Nombre;Correo;Motivo\r\nLuis;luis;Correo: revisa el correo.\r\n')
  })

  it('accepts pasted rows, and says that invitations are held', async () => {
    acceptsImports('held')
    const { box } = await draw()
    await userEvent.click(within(box).getByRole('radio', { name: 'Pegar' }))
    await userEvent.click(within(box).getByRole('button', { name: 'Comprobar' }))
    await within(box).findByText('Pega aquí las filas.')
    await userEvent.click(within(box).getByLabelText(/Filas copiadas/))
    await userEvent.paste('Nombre\tCorreo\nAna\tana@x.ec')
    await userEvent.click(within(box).getByRole('button', { name: 'Comprobar' }))
    await userEvent.click(await within(box).findByRole('button', { name: 'Crear 1 usuario' }))
    await screen.findByText('Hecho: 1 usuario. Sus invitaciones esperan')
  })

  it('explains an unreadable list and an error of the server', async () => {
    server.use(http.post(at('/api/v1/import_users/'), () => problem(400, 'company_unknown')))
    const { box } = await draw()
    await bring(box, 'a;b\n1;2')
    await within(box).findByText(/No encontramos las columnas/)
    await bring(box, `${header}Ana;ana@x.ec;`)
    await within(box).findByText('Título. Qué hacer.')
    expect(within(box).getByRole('button', { name: 'Comprobar' })).toBeTruthy()
  })
})
