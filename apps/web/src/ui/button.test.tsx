import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Button, buttonVariants } from './button.tsx'

it('a button does not submit by default', async () => {
  const press = vi.fn()
  render(<Button onClick={press}>Guardar</Button>)
  const button = screen.getByRole('button', { name: 'Guardar' })
  expect(button.getAttribute('type')).toBe('button')
  await userEvent.click(button)
  expect(press).toHaveBeenCalledOnce()
})

it('a loading button ignores clicks, announces itself as busy and keeps the focus', async () => {
  const press = vi.fn()
  const send = vi.fn((event: React.FormEvent) => event.preventDefault())
  render(
    <form onSubmit={send}>
      <Button type="submit" loading onClick={press}>
        Firmar
      </Button>
    </form>,
  )
  const button = screen.getByRole('button', { name: /Firmar/ })
  button.focus()
  await userEvent.click(button)
  await userEvent.keyboard('{Enter}')
  expect(press).not.toHaveBeenCalled()
  expect(send).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(document.activeElement).toBe(button)
})

it('a button can style its child link', () => {
  render(
    <Button asChild variant="primary" icon={<svg />}>
      <a href="/solicitudes">Ver</a>
    </Button>,
  )
  const link = screen.getByRole('link', { name: 'Ver' })
  expect(link.className).toContain('bg-primary')
  expect(link.querySelector('svg')).not.toBeNull()
  expect(link.hasAttribute('type')).toBe(false)
})

it('buttons have the seven distinct variants of the specification', () => {
  const names = ['primary', 'secondary', 'terciary', 'ghost', 'menu', 'success', 'danger'] as const
  expect(new Set(names.map((variant) => buttonVariants({ variant }))).size).toBe(7)
})
