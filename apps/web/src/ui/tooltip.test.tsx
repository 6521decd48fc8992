import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { IconButton } from './icon-button.tsx'

afterEach(() => vi.useRealTimers())

it('a tooltip names its button, and appears after a delay under the pointer', () => {
  vi.useFakeTimers()
  const press = vi.fn()
  render(
    <IconButton label="Descargar" onPointerDown={press}>
      <svg />
    </IconButton>,
  )
  const button = screen.getByRole('button', { name: 'Descargar' })
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  expect(screen.queryByText('Descargar')).toBeNull()
  act(() => void vi.advanceTimersByTime(400))
  expect(screen.getByText('Descargar').getAttribute('aria-hidden')).toBe('true')
  fireEvent.pointerDown(button)
  expect(press).toHaveBeenCalledOnce()
  expect(screen.queryByText('Descargar')).toBeNull()
})

it('a tooltip ignores touch and disappears with Escape', () => {
  vi.useFakeTimers()
  render(
    <IconButton label="Copiar">
      <svg />
    </IconButton>,
  )
  const button = screen.getByRole('button')
  fireEvent.pointerEnter(button, { pointerType: 'touch' })
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.queryByText('Copiar')).toBeNull()
  fireEvent.pointerEnter(button, { pointerType: 'mouse' })
  act(() => void vi.advanceTimersByTime(400))
  fireEvent.keyDown(button, { key: 'Escape' })
  expect(screen.queryByText('Copiar')).toBeNull()
})
