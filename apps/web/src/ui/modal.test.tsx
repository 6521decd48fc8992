import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createRootRoute, RouterProvider } from '@tanstack/react-router'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startRouter } from '../lib/router/router.tsx'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

function Page({ busy = false, variant }: { busy?: boolean; variant?: 'danger' }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Eliminar</Button>
      <Modal
        open={open}
        onOpenChange={setOpen}
        busy={busy}
        variant={variant}
        title="¿Eliminar el acta?"
        description="Irá a la papelera."
        footer={<Button onClick={() => setOpen(false)}>Cancelar</Button>}
      />
    </>
  )
}

it('a dialog has a name and a description, and traps the focus', async () => {
  render(<Page />)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  const dialog = await screen.findByRole('dialog', { name: '¿Eliminar el acta?' })
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Irá a la papelera.')
  for (let presses = 0; presses < 4; presses += 1) {
    await userEvent.tab()
    expect(dialog.contains(document.activeElement)).toBe(true)
  }
})

it.each(['{Escape}', 'button'])('a dialog closed by %s returns the focus to its opener', async (how) => {
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Eliminar' })
  await userEvent.click(opener)
  if (how === 'button') await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  else await userEvent.keyboard(how)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(opener)
})

it('a dialog stays open during a request', async () => {
  render(<Page busy />)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('dialog')).toBeDefined()
})

it('a destructive dialog is an alert dialog', async () => {
  render(<Page variant="danger" />)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  expect(await screen.findByRole('alertdialog', { name: '¿Eliminar el acta?' })).toBeDefined()
})

it('a dialog with an autofocused field returns the focus to its opener', async () => {
  function Asking() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Renombrar</Button>
        {open && (
          <Modal open onOpenChange={setOpen} title="Renombrar">
            <input aria-label="Nombre" autoFocus />
          </Modal>
        )}
      </>
    )
  }
  render(<Asking />)
  const button = screen.getByRole('button', { name: 'Renombrar' })
  await userEvent.click(button)
  expect(document.activeElement).toBe(await screen.findByRole('textbox', { name: 'Nombre' }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

describe('a dialog with unsaved input', () => {
  const closed = vi.fn<() => void>()
  beforeEach(() => void closed.mockClear())

  async function begin(text: string) {
    render(
      <Modal open onOpenChange={closed} title="Renombrar" footer={<Button onClick={closed}>Cancelar</Button>}>
        <input type="search" aria-label="Buscar" />
        <form>
          <input aria-label="Nombre" />
          <input type="checkbox" aria-label="Avisar" />
        </form>
      </Modal>,
    )
    const field = await screen.findByRole('textbox', { name: 'Nombre' })
    if (text !== '') await userEvent.type(field, text)
    return field
  }
  const ways: [string, () => Promise<unknown>][] = [
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the cross', () => userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))],
    ['a press outside', () => userEvent.click(document.querySelector('[data-state=open].fixed') ?? document.body)],
  ]

  it.each(ways)('asks before closing by %s, and continues unchanged', async (_, dismiss) => {
    const field = await begin('Acta')
    await dismiss()
    expect(closed).not.toHaveBeenCalled()
    expect(screen.getByText('Lo que escribiste no se ha guardado.')).toBeDefined()
    const stay = screen.getByRole('button', { name: 'Seguir escribiendo' })
    expect(document.activeElement).toBe(stay)
    await userEvent.click(stay)
    expect(document.activeElement).toBe(field)
    expect(screen.queryByText('Lo que escribiste no se ha guardado.')).toBeNull()
    await dismiss()
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar sin guardar' }))
    expect(closed).toHaveBeenCalledOnce()
  })

  it('continues when Escape answers the question', async () => {
    const field = await begin('Acta')
    await userEvent.keyboard('{Escape}{Escape}')
    expect(closed).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(field)
  })

  it('closes without asking by its cancel button, without input, or with only a search', async () => {
    await begin('Acta')
    await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(closed).toHaveBeenCalledOnce()
    cleanup()
    await begin('')
    await userEvent.type(screen.getByRole('searchbox'), 'acta')
    await userEvent.click(screen.getByRole('checkbox'))
    await userEvent.keyboard('{Escape}')
    expect(closed).toHaveBeenCalledTimes(2)
  })
})

it('a dialog with unsaved input is closed by browser back without leaving the page', async () => {
  window.history.replaceState(null, '', '/a?q=1')
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  render(<RouterProvider router={startRouter(createRootRoute({ component: Page }))} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Eliminar' }))
  await screen.findByRole('dialog')
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(window.location.search).toBe('?q=1')
})

it('a dialog with unsaved input stays open when Escape closes a list inside', async () => {
  const close = vi.fn()
  const draw = (expanded: boolean) => (
    <Modal open title="¿Quién sigue?" onOpenChange={close}>
      <input role="combobox" aria-label="Quién" aria-controls="lista" aria-expanded={expanded} />
    </Modal>
  )
  const { rerender } = render(draw(true))
  const field = await screen.findByRole('combobox', { name: 'Quién' })
  field.focus()
  await userEvent.keyboard('{Escape}')
  expect(close).not.toHaveBeenCalled()
  rerender(draw(false))
  field.focus()
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

/** A form with an autofocused field, and a second dialog that replaces it. */
function Steps() {
  const [step, setStep] = useState(0)
  return (
    <main tabIndex={-1}>
      <Button onClick={() => setStep(1)}>Invitar</Button>
      {step === 1 && (
        <Modal open title="Nueva persona" onOpenChange={() => setStep(2)}>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as the forms have it */}
          <input aria-label="Nombre" autoFocus />
        </Modal>
      )}
      {step === 2 && <Modal open title="Su enlace" onOpenChange={() => setStep(0)} />}
    </main>
  )
}

it('a second dialog returns the focus to the opener of the first', async () => {
  render(<Steps />)
  const opener = screen.getByRole('button', { name: 'Invitar' })
  await userEvent.click(opener)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nombre')))
  await userEvent.keyboard('{Escape}')
  await screen.findByRole('dialog', { name: 'Su enlace' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
