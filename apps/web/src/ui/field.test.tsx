import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { PasswordInput } from './password-input.tsx'
import { SegmentedControl } from './segmented-control.tsx'
import { Switch } from './switch.tsx'
import { TextField } from './text-field.tsx'

const note = (control: HTMLElement) => document.getElementById(control.getAttribute('aria-describedby') ?? '')

it('a field links label and hint to its control', () => {
  render(
    <Field label="Correo" hint="Con el que te registraron." required>
      <Input type="email" />
    </Field>,
  )
  const input = screen.getByLabelText('Correo')
  expect(note(input)?.textContent).toBe('Con el que te registraron.')
  expect(input.getAttribute('aria-required')).toBe('true')
  expect(input.hasAttribute('aria-invalid')).toBe(false)
})

it('a field shows the error instead of the hint and marks the control invalid', () => {
  render(
    <Field label="Cédula" hint="Diez dígitos." error="Faltan 2 dígitos.">
      <Input />
    </Field>,
  )
  const input = screen.getByLabelText('Cédula')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(note(input)?.textContent).toBe('Faltan 2 dígitos.')
})

it('a password input can show and hide its value', async () => {
  render(
    <Field label="Contraseña">
      <PasswordInput defaultValue="secreto" />
    </Field>,
  )
  const input = screen.getByLabelText('Contraseña')
  expect(input.getAttribute('type')).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
  expect(input.getAttribute('type')).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Ocultar contraseña' }))
  expect(input.getAttribute('type')).toBe('password')
})

it('a segmented control is moved with the arrow keys', async () => {
  const change = vi.fn()
  const options = [
    { value: 'qr', label: 'QR' },
    { value: 'datos', label: 'Datos' },
  ] as const
  render(
    <Field label="Apariencia" group>
      <SegmentedControl options={options} value="qr" onValueChange={change} />
    </Field>,
  )
  expect(screen.getByRole('radiogroup', { name: 'Apariencia' })).toBeDefined()
  screen.getByRole('radio', { name: 'QR' }).focus()
  await userEvent.keyboard('{ArrowRight>}')
  await vi.waitFor(() => expect(change).toHaveBeenCalledWith('datos'))
})

it.each([
  ['checkbox', Checkbox, 'checkbox'],
  ['switch', Switch, 'switch'],
] as const)('a %s is named by its label and described by its hint', async (_, Control, role) => {
  const change = vi.fn()
  render(<Control label="Recordar" hint="Solo aquí." onCheckedChange={change} />)
  expect(note(screen.getByRole(role, { name: 'Recordar' }))?.textContent).toBe('Solo aquí.')
  await userEvent.click(screen.getByText('Recordar'))
  expect(change).toHaveBeenCalledWith(true)
})

it('a control without a hint has no description', () => {
  render(<Checkbox label="Recordar" />)
  expect(screen.getByRole('checkbox').hasAttribute('aria-describedby')).toBe(false)
})

it('a text field shows its error and turns autofill off', async () => {
  const change = vi.fn()
  render(<TextField label="Cédula" error="Faltan 2 dígitos." required value="1" onValueChange={change} />)
  const input = screen.getByLabelText('Cédula')
  expect(note(input)?.textContent).toBe('Faltan 2 dígitos.')
  expect(input.getAttribute('aria-required')).toBe('true')
  expect(input.getAttribute('autocomplete')).toBe('off')
  await userEvent.type(input, '7')
  expect(change).toHaveBeenCalledWith('17')
})
