import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Button } from './button.tsx'
import { Menu, MenuItem } from './menu.tsx'
import { Modal } from './modal.tsx'

type Asked = 'rename' | 'password' | 'invite' | null

/** A row whose menu opens dialogs: with an autofocused field, with another field, and without one. */
function Row() {
  const [asked, setAsked] = useState<Asked>(null)
  const close = () => setAsked(null)
  const cancel = (
    <>
      <Button onClick={close}>Cancelar</Button>
      <Button>Hacerlo</Button>
    </>
  )
  return (
    <>
      <Menu trigger={<Button>Acciones</Button>}>
        <MenuItem label="Renombrar" onSelect={() => setAsked('rename')} />
        <MenuItem label="Contraseña" onSelect={() => setAsked('password')} />
        <MenuItem label="Invitar" onSelect={() => setAsked('invite')} />
      </Menu>
      {asked !== null && (
        <Modal open title={asked} onOpenChange={close} footer={cancel}>
          {asked !== 'invite' && (
            <form>
              {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- as the forms have it */}
              <input aria-label="Nombre" autoFocus={asked === 'rename'} />
            </form>
          )}
        </Modal>
      )}
    </>
  )
}

it.each([
  ['Renombrar', 'Nombre'],
  ['Contraseña', 'Nombre'],
  ['Invitar', 'Cancelar'],
])('the menu item %s leaves the focus in its dialog, and closing the dialog returns it', async (entry, name) => {
  render(<Row />)
  for (const time of ['first', 'second', 'third']) {
    await userEvent.click(screen.getByRole('button', { name: 'Acciones' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
    // Like a pointer over the closing menu, which takes the focus.
    if (time === 'third') (document.activeElement as HTMLElement).blur()
    const dialog = await screen.findByRole('dialog')
    const target = name === 'Nombre' ? screen.getByLabelText(name) : screen.getByRole('button', { name })
    // The menu returns the focus shortly after it has closed.
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await new Promise((done) => setTimeout(done))
    expect(document.activeElement, `${time} time`).toBe(target)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Acciones' })))
  }
})
