import { fireEvent, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { expect, it, vi } from 'vitest'
import { Slot } from './slot.tsx'

it('a slot gives its properties, its classes and its ref to its child, whose own properties win', () => {
  const ref = createRef<HTMLButtonElement>()
  render(
    <Slot ref={ref} title="slot" lang="es" className="a" aria-describedby="x">
      <button type="button" title="child" className="b" aria-describedby="y">
        Go
      </button>
    </Slot>,
  )
  const button = screen.getByRole('button')
  expect(button).toBe(ref.current)
  expect([button.title, button.lang, button.className]).toEqual(['child', 'es', 'a b'])
  expect(button.getAttribute('aria-describedby')).toBe('x y')
})

it('a slot calls the handler of its child, then its own', () => {
  const calls: string[] = []
  const child = vi.fn(() => void calls.push('child'))
  render(
    <Slot onClick={() => void calls.push('slot')} onFocus={child}>
      <button type="button" onClick={child}>
        Go
      </button>
    </Slot>,
  )
  fireEvent.click(screen.getByRole('button'))
  expect(calls).toEqual(['child', 'slot'])
  fireEvent.focus(screen.getByRole('button'))
  expect(child).toHaveBeenCalledTimes(2)
})
