import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, it, vi } from 'vitest'
import { Slot } from './slot.tsx'

it('a slot merges classes, names, handlers and refs with those of its child', async () => {
  const order: string[] = []
  const outer = createRef<HTMLButtonElement>()
  const own = createRef<HTMLButtonElement>()
  const { unmount } = render(
    <Slot
      ref={outer}
      className="a"
      title="outer"
      aria-describedby="x"
      onClick={() => order.push('outer')}
      onFocus={() => order.push('focus')}
    >
      <button ref={own} type="button" className="b" title="own" aria-describedby="y" onClick={() => order.push('own')}>
        Firmar
      </button>
    </Slot>,
  )
  const button = screen.getByRole('button', { name: 'Firmar' })
  expect(button).toHaveProperty('className', 'a b')
  expect(button.title).toBe('own')
  expect(button.getAttribute('aria-describedby')).toBe('x y')
  expect([outer.current, own.current]).toEqual([button, button])
  await userEvent.click(button)
  expect(order).toEqual(['focus', 'own', 'outer'])
  unmount()
  expect([outer.current, own.current]).toEqual([null, null])
})

it('a slot accepts exactly one child', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<Slot>text</Slot>)).toThrow()
})
