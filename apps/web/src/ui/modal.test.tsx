import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
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

it('has a name and a description, and keeps the focus inside', async () => {
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

it.each(['{Escape}', 'button'])('gives the focus back to what opened it, closed by %s', async (how) => {
  render(<Page />)
  const opener = screen.getByRole('button', { name: 'Eliminar' })
  await userEvent.click(opener)
  if (how === 'button') await userEvent.click(await screen.findByRole('button', { name: 'Cancelar' }))
  else await userEvent.keyboard(how)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(opener)
})

it('stays while work runs', async () => {
  render(<Page busy />)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('dialog')).toBeDefined()
})

it('asks as an alert dialog before something is destroyed', async () => {
  render(<Page variant="danger" />)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  expect(await screen.findByRole('alertdialog', { name: '¿Eliminar el acta?' })).toBeDefined()
})

it('gives the focus back also where a field inside takes it by itself', async () => {
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
