import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ClientStateProvider } from '../../lib/session/client-state.tsx'
import { SessionProvider } from '../../lib/session/session.tsx'
import { drawPage, usePages } from '../../test/draw-page.tsx'
import { at, http, HttpResponse, problem, server } from '../../test/server.ts'
import { readToasts } from '../../ui/toast-store.ts'
import type { CompaniesSearch } from './companies-search.ts'
import { CompaniesPage } from './components/companies-page.tsx'
import { CompanyPage } from './components/company-page.tsx'
import { countryName } from './country-name.ts'
import { countryOptions } from './components/company-form-modal.tsx'
import { idCompany, makeCompany } from './test/make.ts'

usePages()
beforeEach(() => {
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => {}
})

/** Answers the paged list and the full list. */
function listed(...found: ReturnType<typeof makeCompany>[]) {
  const queries: string[] = []
  server.use(
    http.get(at('/api/v1/list_companies/'), ({ request }) => {
      const { searchParams, search } = new URL(request.url)
      if (!searchParams.has('pagination')) return HttpResponse.json(found)
      queries.push(search)
      const envelope = { count: found.length, page: 1, page_size: 10, next: null, previous: null }
      return HttpResponse.json({ ...envelope, results: found })
    }),
    http.get(at('/api/v1/list_users/'), () =>
      HttpResponse.json([
        { id: '1', status: 'activo', has_totp: true },
        { id: '11111111-1111-4111-8111-111111111111', status: 'activo', has_totp: false },
        { id: '3', status: 'desactivado', has_totp: false },
      ]),
    ),
  )
  return queries
}

function drawList(search: CompaniesSearch = {}) {
  const [onSearch, onOpen, onPage] = [vi.fn(), vi.fn(), vi.fn()]
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <CompaniesPage search={search} onSearch={onSearch} onOpen={onOpen} onPage={onPage} />
      </ClientStateProvider>
    </SessionProvider>,
  )
  return { onSearch, onOpen, onPage }
}

function drawOne(change: Partial<Parameters<typeof CompanyPage>[0]> = {}) {
  const [onOpen, onGone] = [vi.fn(), vi.fn()]
  drawPage(
    <SessionProvider>
      <ClientStateProvider>
        <CompanyPage id={idCompany} own listed={false} editar={undefined} onOpen={onOpen} onGone={onGone} {...change} />
      </ClientStateProvider>
    </SessionProvider>,
  )
  return { onOpen, onGone }
}

const press = (name: string, where: HTMLElement = document.body) =>
  userEvent.click(within(where).getByRole('button', { name }))

describe('the list of companies', () => {
  it('shows country, tax id and counts of each company, and links to its page', async () => {
    const queries = listed(makeCompany(), makeCompany({ id: '4', nombre: 'Bufete Ríos', activa: false, pais: 'ES' }))
    const { onSearch } = drawList({ activa: '1', pais: 'EC' })
    const link = await screen.findByRole('link', { name: 'Centro de Mediación Cóndor Andino' })
    expect(link.getAttribute('href')).toBe(`/empresas?empresa=${idCompany}`)
    const row = link.closest('tr')!
    for (const words of ['1790016919001', 'Ecuador', '6', '12', 'Opcional', 'Activa'])
      expect(row.textContent).toContain(words)
    expect(queries).toEqual(['?pagination=&page=1&page_size=10&activa=1&pais=EC'])
    await userEvent.click(screen.getByRole('radio', { name: 'Desactivadas' }))
    expect(onSearch).toHaveBeenLastCalledWith({ activa: '0' })
    await press('Usuarios')
    expect(onSearch).toHaveBeenLastCalledWith({ ordering: '-usuarios' })
  })

  it('deactivates a company with users instead of deleting it, and announces that', async () => {
    listed(makeCompany())
    server.use(
      http.delete(at('/api/v1/remove_company/:id/'), () =>
        HttpResponse.json({ id: idCompany, outcome: 'deactivated' }),
      ),
    )
    drawList()
    await userEvent.click(await screen.findByRole('button', { name: /^Acciones de Centro/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Quitar' }))
    const box = await screen.findByRole('alertdialog')
    expect(box.textContent).toContain('Tiene 6 usuarios y 12 expedientes: no se elimina, se desactiva.')
    expect(box.textContent).toContain('nada va a la papelera')
    await press('Quitar', box)
    await waitFor(() =>
      expect(readToasts()[0]?.text).toBe('«Centro de Mediación Cóndor Andino» queda desactivada y conserva todo'),
    )
  })
})

describe('the dialog for removing a company', () => {
  const remove = async (change: Partial<ReturnType<typeof makeCompany>>) => {
    listed(makeCompany(change))
    drawList()
    await userEvent.click(await screen.findByRole('button', { name: /^Acciones de Centro/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Quitar' }))
  }

  it('warns that an unused company is deleted for good', async () => {
    await remove({ usuarios: 0, expedientes: 0 })
    const box = await screen.findByRole('alertdialog')
    expect(box.textContent).toContain('se elimina para siempre')
    expect(box.textContent).not.toContain('se desactiva.')
  })

  it('only explains why a deactivated company with case files cannot be removed', async () => {
    await remove({ activa: false, usuarios: 0 })
    const box = await screen.findByRole('dialog', { name: /no se puede eliminar$/ })
    expect(box.textContent).toContain('Tiene 0 usuarios y 12 expedientes, que se conservan. Ya está desactivada')
    expect(box.textContent).toContain('elige Reactivar en su menú')
    const buttons = within(box).getAllByRole('button')
    expect(new Set(buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent))).toEqual(
      new Set(['Cerrar']),
    )
    await userEvent.click(buttons.at(-1)!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('the form for a new company', () => {
  it('keeps the typed values and shows a wrong tax id at its field', async () => {
    listed(makeCompany())
    const bodies: unknown[] = []
    server.use(
      http.post(at('/api/v1/create_company/'), async ({ request }) => {
        bodies.push(await request.json())
        return bodies.length === 1 ? problem(400, 'tax_id_wrong') : HttpResponse.json(makeCompany(), { status: 201 })
      }),
    )
    const { onOpen } = drawList({ nueva: '1' })
    const box = await screen.findByRole('dialog')
    await press('Crear empresa', box)
    await within(box).findByText('Escribe el nombre de la empresa.')
    await userEvent.type(within(box).getByLabelText('Nombre'), 'Bufete Ríos')
    await userEvent.type(within(box).getByLabelText(/^RUC/), '123')
    await press('Crear empresa', box)
    await within(box).findByText('Título. Qué hacer.')
    await waitFor(() => expect(document.activeElement).toBe(within(box).getByLabelText(/^RUC/)))
    expect(within(box).getByLabelText<HTMLInputElement>('Nombre').value).toBe('Bufete Ríos')
    await press('Crear empresa', box)
    await waitFor(() => expect(onOpen).toHaveBeenCalledWith({ nueva: undefined, editar: undefined }))
    expect(bodies[1]).toMatchObject({ nombre: 'Bufete Ríos', identificacion: '123' })
    expect(readToasts()[0]?.action?.label).toBe('Invitar')
  })

  it('asks before it creates a company with the name of another one', async () => {
    listed(makeCompany({ nombre: 'Bufete Ríos' }))
    const bodies: unknown[] = []
    server.use(
      http.post(at('/api/v1/create_company/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(makeCompany(), { status: 201 })
      }),
    )
    const { onOpen } = drawList({ nueva: '1' })
    const box = await screen.findByRole('dialog')
    await userEvent.type(within(box).getByLabelText('Nombre'), 'bufete ríos')
    await press('Crear empresa', box)
    await within(box).findByText('Ya hay una empresa con este nombre. ¿Quieres crear otra?')
    expect(bodies).toEqual([])
    await press('Crear otra', box)
    await waitFor(() => expect(onOpen).toHaveBeenCalled())
    expect(bodies).toMatchObject([{ nombre: 'bufete ríos', key: expect.stringMatching(/^[\da-f-]{36}$/) as unknown }])
  })

  it('lists 249 countries by name in the user’s language', () => {
    const [spanish, english] = [countryOptions('es-EC'), countryOptions('en-GB')]
    expect(spanish).toHaveLength(249)
    expect(new Set(spanish.map(({ value }) => value)).size).toBe(249)
    expect(spanish[0]).toEqual({ value: 'EC', label: 'Ecuador' })
    expect([countryName('DE', 'es-EC'), countryName('DE', 'en-GB')]).toEqual(['Alemania', 'Germany'])
    expect(english.filter(({ value, label }) => value === label)).toEqual([])
  })
})

describe('the page of a company', () => {
  it('shows the company’s data and links to its people and signing settings', async () => {
    listed(makeCompany())
    drawOne()
    await screen.findByRole('heading', { level: 1, name: /Cóndor Andino/ })
    expect(screen.getByText('1790016919001')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver los usuarios' }).getAttribute('href')).toBe(
      `/usuarios?id_company=${idCompany}`,
    )
    expect(screen.getByRole('link', { name: 'Nivel y apariencia' }).getAttribute('href')).toBe('/firma/ajustes')
  })

  it('says so when the user belongs to no company', async () => {
    listed()
    drawOne({ id: null })
    await screen.findByText('No trabajas en ninguna empresa')
  })

  it('asks before requiring the second factor, and says how many users lack it', async () => {
    listed(makeCompany())
    const bodies: unknown[] = []
    server.use(
      http.put(at('/api/v1/update_companies/:id/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(makeCompany({ exige_totp: true }))
      }),
    )
    drawOne()
    await screen.findByText(/1 de 2 todavía no la tiene/)
    await userEvent.click(screen.getByRole('switch', { name: /^Exigir verificación/ }))
    const box = await screen.findByRole('dialog')
    expect(box.textContent).toMatch(/A 1 usuario todavía le falta.*Tú también/)
    expect(bodies).toEqual([])
    await press('Exigirla', box)
    await waitFor(() => expect(bodies).toEqual([{ exige_totp: true }]))
  })

  it('asks before requiring a passkey, and counts users whose second factor is another', async () => {
    listed(makeCompany({ exige_totp: true }))
    const bodies: unknown[] = []
    server.use(
      http.put(at('/api/v1/update_companies/:id/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(makeCompany({ exige_totp: true, exige_passkey: true }))
      }),
    )
    drawOne()
    await screen.findByText(/1 de 2 todavía no la tiene/)
    await userEvent.click(screen.getByRole('switch', { name: /^Exigir una llave de acceso/ }))
    const box = await screen.findByRole('dialog')
    expect(box.textContent).toMatch(/A 2 usuarios todavía les falta.*Tú también/)
    await press('Exigirla', box)
    await waitFor(() => expect(bodies).toEqual([{ exige_passkey: true }]))
  })

  it('says that users of the identity provider are exempt from the second factor', async () => {
    listed(makeCompany())
    server.use(http.get(at('/api/auth/providers'), () => HttpResponse.json({ oidc: { name: 'Cuenta Andina' } })))
    drawOne()
    await screen.findByText(/Quien ingresa con su cuenta de Cuenta Andina no lo necesita/)
    await userEvent.click(screen.getByRole('switch', { name: /^Exigir verificación/ }))
    const box = await screen.findByRole('dialog')
    expect(box.textContent).toMatch(/Salvo a quien haya ingresado con su cuenta de Cuenta Andina.*si ingresaste con/)
  })

  it('previews a logo before saving, and rejects wrong types and sizes', async () => {
    listed(makeCompany())
    let kept = 0
    server.use(
      http.post(at('/api/v1/upload_company_logo/:id/'), () => {
        kept += 1
        return HttpResponse.json(makeCompany({ has_logo: true }))
      }),
    )
    drawOne()
    const input = await screen.findByLabelText<HTMLInputElement>('Elegir imagen', { selector: 'input' })
    await userEvent.upload(input, new File(['x'], 'logo.svg', { type: 'image/svg+xml' }), { applyAccept: false })
    await screen.findByText(/no es PNG ni JPEG/)
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'logo.png', { type: 'image/png' })
    await userEvent.upload(input, large)
    await screen.findByText(/pesa más de 1 MB/)
    await userEvent.upload(input, new File(['x'], 'logo.png', { type: 'image/png' }))
    await screen.findByText(/Todavía no está guardado/)
    expect(screen.getByRole('img', { name: /^Logotipo de/ })).toBeTruthy()
    expect(kept).toBe(0)
    await press('Guardar logotipo')
    await waitFor(() => expect(readToasts()[0]?.text).toBe('Logotipo guardado'))
    expect(kept).toBe(1)
  })

  it('leaves the page after the company is deleted', async () => {
    listed(makeCompany({ usuarios: 0, expedientes: 0 }))
    server.use(
      http.delete(at('/api/v1/remove_company/:id/'), () => HttpResponse.json({ id: idCompany, outcome: 'removed' })),
    )
    const { onGone } = drawOne({ listed: true, own: false })
    await userEvent.click(await screen.findByRole('button', { name: /^Acciones de/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Quitar' }))
    await press('Quitar', await screen.findByRole('alertdialog'))
    await waitFor(() => expect(onGone).toHaveBeenCalled())
  })
})
