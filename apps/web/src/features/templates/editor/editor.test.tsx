import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../../test/server.ts'
import { wireField } from './test/make.ts'
import { fieldAt, fieldNames, id, openEditor, pointer, announcement, template } from './test/open-editor.tsx'
import { deleteDraft } from './kept-draft.ts'

// Each test renders a complete editor, on busy machines.
vi.setConfig({ testTimeout: 30_000 })
useServer()
beforeEach(async () => {
  signedIn()
  await deleteDraft(id)
})

const press = (keys: string) => userEvent.keyboard(keys)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''
const focusFirst = async () => {
  screen.getByRole('region', { name: 'Páginas de la plantilla' }).focus()
  await press('{Tab}')
}

const drag = (element: Element, by: { x: number; y: number }, more: object = {}) => {
  pointer('pointerdown', element, 100, 100, more)
  pointer('pointermove', element, 100 + by.x, 100 + by.y, more)
  pointer('pointerup', element, 100 + by.x, 100 + by.y, more)
}

describe('the template editor with the keyboard', () => {
  it('tabs through fields in order, moves and resizes them, and announces it', async () => {
    await openEditor()
    await focusFirst()
    expect(focused()).toBe('uno, texto, página 1, x 100, y 100')
    expect(fieldAt(0).getAttribute('aria-selected')).toBe('true')
    await press('{ArrowRight}')
    expect(announcement()).toBe('x 101, y 100')
    await press('{Shift>}{ArrowDown}{/Shift}')
    expect(focused()).toBe('uno, texto, página 1, x 101, y 110')
    await press('{Alt>}{ArrowRight}{/Alt}')
    expect(announcement()).toBe('ancho 121, alto 20')
    await press('{Tab}')
    expect(focused()).toBe('dos, texto, página 1, x 100, y 200')
    await press('{Shift>}{Tab}{/Shift}')
    expect(focused()).toMatch(/^uno/)
  })

  it('undoes and redoes one key press at a time', async () => {
    await openEditor()
    await focusFirst()
    await press('{ArrowRight}{ArrowRight}')
    await press('{Control>}z{/Control}')
    expect(announcement()).toBe('Deshecho')
    expect(fieldNames()[0]).toContain('x 101')
    await press('{Control>}z{/Control}')
    expect(fieldNames()[0]).toContain('x 100')
    await press('{Control>}z{/Control}')
    expect(announcement()).toBe('No hay nada que deshacer')
    await press('{Control>}y{/Control}{Control>}{Shift>}z{/Shift}{/Control}')
    expect(fieldNames()[0]).toContain('x 102')
  })

  it('removes the selection and focuses the next field', async () => {
    await openEditor()
    await focusFirst()
    await press('{Delete}')
    expect(announcement()).toBe('Quitado: uno')
    await waitFor(() => expect(focused()).toMatch(/^dos/))
    await press('{Delete}')
    expect(fieldNames()).toEqual([])
    await waitFor(() => expect(focused()).toBe('Páginas de la plantilla'))
  })

  it('copies, pastes and duplicates fields', async () => {
    await openEditor()
    await focusFirst()
    await press('{Control>}c{/Control}{Control>}v{/Control}')
    expect(announcement()).toBe('1 campo en la página 1')
    await press('{Control>}d{/Control}')
    expect(fieldNames()).toHaveLength(4)
    await press('{Control>}a{/Control}')
    expect(announcement()).toBe('4 campos en la selección')
    await press('{Control>}x{/Control}')
    expect(fieldNames()).toEqual([])
    await press('{Control>}v{/Control}')
    expect(fieldNames()).toHaveLength(4)
  })

  it('copies and pastes wherever no text is being typed', async () => {
    await openEditor()
    await focusFirst()
    await userEvent.click(button('Alinear a la derecha'))
    await press('{Control>}c{/Control}{Control>}v{/Control}')
    expect(fieldNames()).toHaveLength(3)
    await userEvent.click(screen.getByRole('textbox', { name: 'Etiqueta' }))
    await press('{Control>}d{/Control}')
    expect(fieldNames()).toHaveLength(3)
  })

  it('selects several fields with Space, until Escape', async () => {
    await openEditor()
    await focusFirst()
    await press(' {Tab} ')
    expect(screen.getByRole('heading', { name: '2 campos elegidos' })).toBeTruthy()
    await press('{ArrowLeft}')
    expect(fieldNames().map((name) => /x \d+/.exec(name)?.[0])).toEqual(['x 99', 'x 99'])
    await press('{Escape}')
    expect(announcement()).toBe('Elegir de uno en uno')
    await press('{Escape}')
    expect(focused()).toBe('Páginas de la plantilla')
    expect(document.querySelectorAll('[aria-selected=true]')).toHaveLength(0)
    // From here Tab leaves the canvas.
    await press('{Tab}')
    expect(focused()).not.toMatch(/^uno|^dos/)
  })

  it('opens the properties with Enter and closes them with Escape; typed values can be undone', async () => {
    await openEditor()
    await focusFirst()
    await press('{Enter}')
    const label = screen.getByRole('textbox', { name: 'Etiqueta' })
    await waitFor(() => expect(document.activeElement).toBe(label))
    await userEvent.clear(label)
    await userEvent.type(label, 'Número de acta')
    expect(fieldNames()[0]).toMatch(/^Número de acta,/)
    await press('{Control>}z{/Control}')
    expect((label as HTMLInputElement).value).toBe('uno')
    expect(document.activeElement).toBe(label)
    await press('{Escape}')
    await waitFor(() => expect(focused()).toMatch(/^uno/))
  })
})

describe('the template editor with the pointer', () => {
  it('moves the pressed field in one undo step', async () => {
    await openEditor()
    drag(fieldAt(0), { x: 40, y: 0 })
    expect(fieldNames()[0]).toBe('uno, texto, página 1, x 130, y 100')
    await userEvent.click(button('Deshacer'))
    expect(fieldNames()[0]).toContain('x 100')
  })

  it('moves all selected fields by the same distance', async () => {
    await openEditor()
    drag(fieldAt(0), { x: 0, y: 0 })
    drag(fieldAt(1), { x: 0, y: 0 }, { shiftKey: true })
    expect(screen.getByRole('heading', { name: '2 campos elegidos' })).toBeTruthy()
    drag(fieldAt(1), { x: 40, y: 80 })
    expect(fieldNames().map((name) => name.slice(-12))).toEqual(
      [' x 130, y 160', ' x 130, y 260'].map((t) => t.slice(-12)),
    )
  })

  it('cancels a drag with Escape', async () => {
    await openEditor()
    pointer('pointerdown', fieldAt(0), 100, 100)
    pointer('pointermove', fieldAt(0), 180, 100)
    await press('{Escape}')
    pointer('pointerup', fieldAt(0), 180, 100)
    expect(fieldNames()[0]).toContain('x 100')
    expect(document.querySelectorAll('[inert]')).toHaveLength(0)
  })

  it('resizes with a handle', async () => {
    await openEditor()
    drag(fieldAt(0), { x: 0, y: 0 })
    const handle = fieldAt(0).querySelector('[data-handle=e]')!
    drag(handle, { x: 40, y: 0 })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Ancho' }).value).toBe('150')
  })
})

describe('several selected fields', () => {
  const value = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
  const chooseBoth = async () => {
    await focusFirst()
    await press('{Control>}a{/Control}')
  }

  it('are resized by their frame in one undo step', async () => {
    await openEditor(template({ fields: [wireField('uno'), wireField('dos', { x: 160, y: 200, width: 60 })] }))
    expect(document.querySelector('[data-frame]')).toBe(null)
    await chooseBoth()
    expect([value('X'), value('Y'), value('Ancho'), value('Alto')]).toEqual(['100', '100', '120', '120'])
    const frame = document.querySelector('[data-frame]')!
    expect(frame.querySelectorAll('[data-handle]')).toHaveLength(8)
    drag(frame.querySelector('[data-handle=e]')!, { x: 180, y: 0 })
    expect(announcement()).toBe('2 campos: en conjunto, ancho 255, alto 120')
    expect(fieldNames().map((name) => name.slice(-12))).toEqual(
      [' x 100, y 100', ' x 228, y 200'].map((t) => t.slice(-12)),
    )
    await userEvent.click(button('Deshacer'))
    expect(value('Ancho')).toBe('120')
  })

  it('are previewed during a resize, and Escape cancels it', async () => {
    await openEditor()
    await chooseBoth()
    const handle = document.querySelector('[data-frame] [data-handle=s]')!
    pointer('pointerdown', handle, 100, 100)
    pointer('pointermove', handle, 100, 260)
    await waitFor(() => expect(fieldNames()[1]).not.toContain('y 200'))
    await press('{Escape}')
    expect(fieldNames()[1]).toContain('y 200')
    pointer('pointerup', handle, 100, 260)
    expect(value('Alto')).toBe('120')
  })

  it('are resized with Alt and arrow keys, and with the panel’s numbers', async () => {
    await openEditor()
    await chooseBoth()
    await press('{Alt>}{Shift>}{ArrowDown}{/Shift}{/Alt}')
    expect(announcement()).toBe('2 campos: en conjunto, ancho 120, alto 130')
    expect(fieldNames()[1]).toContain('y 208')
    const width = screen.getByRole('textbox', { name: 'Ancho' })
    await userEvent.clear(width)
    await userEvent.type(width, '60{Enter}')
    expect(value('Ancho')).toBe('60')
    await userEvent.clear(width)
    await userEvent.type(width, '1{Enter}')
    expect(value('Ancho')).toBe('8')
  })

  it('move to another page by number and keep their positions', async () => {
    await openEditor()
    await chooseBoth()
    const page = screen.getByRole('textbox', { name: 'Página' })
    await userEvent.clear(page)
    await userEvent.type(page, '2{Enter}')
    expect(fieldNames()).toEqual(['uno, texto, página 2, x 100, y 100', 'dos, texto, página 2, x 100, y 200'])
  })
})

describe('palette and properties of the editor', () => {
  it('add a field, focus it, and derive its key from its label', async () => {
    const { saved } = await openEditor()
    await userEvent.click(button('Agregar fecha'))
    await waitFor(() => expect(focused()).toMatch(/^Fecha, fecha, página 1/))
    expect(announcement()).toMatch(/^Agregado: Fecha, fecha/)
    const label = screen.getByRole('textbox', { name: 'Etiqueta' })
    await userEvent.clear(label)
    await userEvent.type(label, 'Día del acta')
    await userEvent.click(screen.getByRole('switch', { name: 'Usar la fecha de hoy' }))
    await userEvent.click(button('Guardar'))
    await screen.findByText(/versión 8$/)
    expect(saved[0]).toMatchObject({ id, version: 7, name: 'Acta de acuerdo', locale: 'es-EC' })
    expect(saved[0]?.fields.at(-1)).toMatchObject({
      key: 'dia_del_acta',
      type: 'date',
      binding: 'hoy',
      format: { kind: 'date', as: 'short' },
    })
    expect(saved[0]?.fields.at(-1)).not.toHaveProperty('id')
  })

  it('show the error of an invalid key and keep the previous one', async () => {
    await openEditor()
    await focusFirst()
    const key = screen.getByRole('textbox', { name: /^Identificador/ })
    await userEvent.clear(key)
    await userEvent.type(key, 'dos')
    expect(screen.getByText('Otro campo tiene ese identificador.')).toBeTruthy()
    await userEvent.clear(key)
    await userEvent.type(key, '1º')
    expect(screen.getByText(/^Empieza por una letra/)).toBeTruthy()
    await userEvent.tab()
    expect((key as HTMLInputElement).value).toBe('1º')
    await userEvent.clear(key)
    await userEvent.type(key, 'tres')
    await userEvent.tab()
    expect(screen.queryByText(/^Empieza por una letra/)).toBe(null)
  })

  it('accept a decimal comma on blur, and keep fields inside the page', async () => {
    await openEditor()
    await focusFirst()
    const x = screen.getByRole('textbox', { name: 'X' })
    await userEvent.clear(x)
    await userEvent.type(x, '10,5{Enter}')
    expect((x as HTMLInputElement).value).toBe('10,5')
    await userEvent.clear(x)
    await userEvent.type(x, '9000')
    await userEvent.tab()
    expect((x as HTMLInputElement).value).toBe('475')
    await userEvent.click(x)
    await press('{ArrowDown}')
    expect((x as HTMLInputElement).value).toBe('474')
  })

  it('keep the chosen option of a list while it exists', async () => {
    const list = wireField('lista', { type: 'select', options: ['Sí', 'No'], default: 'No' })
    const { saved } = await openEditor(template({ fields: [list] }))
    await focusFirst()
    const options = screen.getByRole('textbox', { name: 'Opciones' })
    await userEvent.clear(options)
    expect(screen.getByText('Escribe al menos una opción.')).toBeTruthy()
    await userEvent.type(options, 'No{Enter}Quizá{Enter}Quizá')
    await press('{Control>}s{/Control}')
    await screen.findByText(/versión 8$/)
    expect(saved[0]?.fields[0]).toMatchObject({ options: ['No', 'Quizá'] })
  })

  it('list the page’s fields: Enter focuses one, Alt with arrows reorders', async () => {
    await openEditor()
    const list = screen.getAllByRole('listbox', { name: 'Campos de la página 1' })[0]!
    const rows = () => within(list).getAllByRole('option')
    await userEvent.click(rows()[1]!)
    await waitFor(() => expect(focused()).toBe('dos, texto, página 1, x 100, y 200'))
    act(() => rows()[1]!.focus())
    await press('{Alt>}{ArrowUp}{/Alt}')
    expect(announcement()).toBe('Posición 1 de 2')
    expect(fieldNames()[0]).toMatch(/^dos/)
  })
})

describe('saving in the editor', () => {
  const nudge = async () => {
    await focusFirst()
    await press('{ArrowRight}')
  }

  it('shows whether changes are saved, also after undoing to the saved state', async () => {
    await openEditor()
    expect(screen.getByText(/^Guardado hace 1 min · versión 7$/)).toBeTruthy()
    expect(button('Guardar')).toHaveProperty('disabled', true)
    await nudge()
    expect(await screen.findByText('Borrador guardado en este navegador · versión 7')).toBeTruthy()
    await press('{Control>}z{/Control}')
    expect(await screen.findByText(/^Guardado hace/)).toBeTruthy()
  })

  it('after a conflict can save the user’s version', async () => {
    const { saved } = await openEditor()
    await nudge()
    const theirs = template({ version: 8, fields: [wireField('suyo')] })
    server.use(
      http.post(at('/api/v1/save_template/'), () => problem(400, 'stale_version', { current: theirs }), { once: true }),
    )
    await userEvent.click(button('Guardar'))
    const dialog = await screen.findByRole('dialog', { name: 'Hay una versión 8 que no habías visto' })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Guardar la mía como versión 9' }))
    await waitFor(() => expect(saved[0]).toMatchObject({ version: 8 }))
    expect(saved[0]?.fields[0]).toMatchObject({ key: 'uno', x: 101 })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  })

  it('after a conflict can keep the other version, which can be undone', async () => {
    await openEditor()
    await nudge()
    const theirs = template({ version: 8, fields: [wireField('suyo')] })
    server.use(http.post(at('/api/v1/save_template/'), () => problem(400, 'stale_version', { current: theirs })))
    await userEvent.click(button('Guardar'))
    await userEvent.click(await screen.findByRole('button', { name: 'Quedarme con la otra' }))
    expect(fieldNames()).toEqual(['suyo, texto, página 1, x 100, y 100'])
    expect(screen.getByText(/versión 8$/)).toBeTruthy()
    await userEvent.click(button('Deshacer'))
    expect(fieldNames()[0]).toContain('x 101')
  })

  it('treats a conflict with identical content as a lost response', async () => {
    await openEditor()
    await nudge()
    const mine = template({ version: 8, fields: [wireField('uno', { x: 101 }), wireField('dos', { y: 200 })] })
    server.use(http.post(at('/api/v1/save_template/'), () => problem(400, 'stale_version', { current: mine })))
    await userEvent.click(button('Guardar'))
    await screen.findByText(/versión 8$/)
    expect(screen.queryByRole('dialog')).toBe(null)
  })

  it('shows the error and keeps the changes', async () => {
    await openEditor()
    await nudge()
    server.use(http.post(at('/api/v1/save_template/'), () => problem(400, 'template_archived')))
    await userEvent.click(button('Guardar'))
    expect((await screen.findByRole('alert')).textContent).toContain('Qué hacer.')
    expect(fieldNames()[0]).toContain('x 101')
  })

  it('focuses an invalid field instead of sending it', async () => {
    const { saved } = await openEditor(template({ fields: [wireField('uno', { type: 'select', options: ['a'] })] }))
    await focusFirst()
    await press('{ArrowRight}{Enter}')
    // Enter opens the panel and, with the next frame, focuses its first field.
    await waitFor(() => expect(document.activeElement).toHaveProperty('value', 'uno'))
    await userEvent.type(screen.getByRole('textbox', { name: 'Opciones' }), '{Enter}中')
    await userEvent.click(button('Guardar'))
    await waitFor(() => expect(focused()).toMatch(/^uno/))
    expect(saved).toEqual([])
    expect(screen.getAllByRole('status').length).toBeGreaterThan(0)
  })

  it('renames in place and continues from the version created by that', async () => {
    const { saved, now } = await openEditor()
    server.use(
      http.get(at('/api/v1/rename_template/:id/'), ({ request }) => {
        now.template = template({ version: 8, name: new URL(request.url).searchParams.get('q') ?? '' })
        return HttpResponse.json(now.template)
      }),
    )
    await nudge()
    await userEvent.click(button('Cambiar el nombre'))
    const name = screen.getByRole('textbox', { name: 'Nombre de la plantilla' })
    await userEvent.clear(name)
    await userEvent.type(name, 'Acta nueva{Enter}')
    await screen.findByRole('heading', { name: 'Acta nueva' })
    await userEvent.click(button('Guardar'))
    await waitFor(() => expect(saved[0]).toMatchObject({ version: 8, name: 'Acta nueva' }))
  })
})

describe('unsaved changes in the editor', () => {
  it('are recovered when the template is opened again, and can be discarded', async () => {
    const { view } = await openEditor()
    await focusFirst()
    await press('{ArrowRight}')
    view.unmount()
    await openEditor()
    const notice = (await screen.findByText('Recuperamos cambios que no se habían guardado')).closest('[role=status]')
    expect(notice?.textContent).toMatch(/sobre la versión 7\. Campos: 1 cambiado\./)
    expect(notice?.textContent).toContain('queda la versión 7, tal como está guardada')
    expect(notice?.textContent).not.toContain('Después se guardó')
    expect(fieldNames()[0]).toContain('x 101')
    await userEvent.click(button('Descartar los cambios'))
    expect(fieldNames()[0]).toContain('x 100')
    expect(screen.queryByText('Recuperamos cambios que no se habían guardado')).toBe(null)
    expect(screen.getByText(/^Guardado/)).toBeTruthy()
  })

  it('name the version saved meanwhile, and both versions are kept', async () => {
    const { view } = await openEditor()
    await focusFirst()
    await press('{ArrowRight}')
    view.unmount()
    await openEditor(template({ version: 9, fields: [wireField('suyo')] }))
    const notice = (await screen.findByText('Recuperamos cambios que no se habían guardado')).closest('[role=status]')
    expect(notice?.textContent).toMatch(/sobre la versión 7\./)
    expect(notice?.textContent).toContain('Después se guardó la versión 9')
    await userEvent.click(button('Descartar los cambios'))
    expect(fieldNames()).toEqual(['suyo, texto, página 1, x 100, y 100'])
    await userEvent.click(button('Deshacer'))
    expect(fieldNames()[0]).toContain('x 101')
  })

  it('ask before leaving: stay, leave, or save and leave', async () => {
    const { router, saved } = await openEditor()
    await focusFirst()
    await press('{ArrowRight}')
    act(() => void router.navigate({ href: '/plantillas' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Seguir aquí' }))
    expect(fieldNames()).toHaveLength(2)
    act(() => void router.navigate({ href: '/plantillas' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Guardar y salir' }))
    await screen.findByText('Otra página')
    expect(saved).toHaveLength(1)
  })

  it('are kept without a question on the way to /refresh', async () => {
    const { router } = await openEditor()
    await focusFirst()
    await press('{ArrowRight}')
    await act(() => router.navigate({ href: '/refresh?volver=%2F' }))
    await screen.findByText('Otra página')
  })
})

describe('versions in the editor', () => {
  it('shows an older version read-only and restores it', async () => {
    const { now, router, saved } = await openEditor()
    const old = template({ version: 3, fields: [wireField('viejo')] })
    server.use(
      http.get(at('/api/v1/details_template/:id/'), ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.has('version') ? old : now.template),
      ),
    )
    await act(() => router.navigate({ href: `/plantillas/${id}?version=3` }))
    await screen.findByText('Estás viendo la versión 3')
    expect(fieldNames()).toEqual(['viejo, texto, página 1, x 100, y 100'])
    expect(screen.queryByRole('button', { name: 'Agregar texto' })).toBe(null)
    await userEvent.click(button('Recuperar esta versión'))
    await waitFor(() => expect(saved[0]?.fields[0]).toMatchObject({ key: 'viejo' }))
    await waitFor(() => expect(screen.queryByText('Estás viendo la versión 3')).toBe(null))
    expect(fieldNames()[0]).toMatch(/^viejo/)
    await userEvent.click(button('Deshacer'))
    expect(fieldNames()[0]).toMatch(/^uno/)
  })
})

describe('form fields of the PDF', () => {
  it('are offered for a template without fields', async () => {
    const { view } = await openEditor(template({ fields: [] }))
    view.unmount()
    const found = [wireField('nombre', { form_field: 'Nombre' })]
    const opening = openEditor(template({ fields: [] }))
    server.use(
      http.post(at('/api/v1/detect_fields/'), () =>
        HttpResponse.json({ fields: found, skipped: [{ name: 'Enviar', reason: 'button' }] }),
      ),
    )
    await opening
    await screen.findByText('El PDF trae 1 campo de formulario')
    expect(screen.getByText(/1 campo del formulario no se puede usar/)).toBeTruthy()
    await userEvent.click(button('Agregarlos'))
    expect(fieldNames()).toEqual(['nombre, texto, página 1, x 100, y 100'])
  })
})

it('the editor is read-only for users who may only use the template', async () => {
  await openEditor(template({ actions: ['use'] }))
  expect(screen.queryByRole('button', { name: 'Agregar texto' })).toBe(null)
  expect(screen.queryByRole('button', { name: 'Guardar' })).toBe(null)
  await focusFirst()
  await press('{ArrowRight}{Delete}')
  expect(fieldNames()[0]).toContain('x 100')
  expect(button('Usar plantilla')).toBeTruthy()
})
