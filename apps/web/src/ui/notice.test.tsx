import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { claim, resetOwner } from '../lib/session/owner.ts'
import { Notice } from './notice.tsx'

beforeEach(() => {
  sessionStorage.clear()
  resetOwner('lucia')
})

const draw = () =>
  render(
    <Notice id="signer" variant="warning" title="Tu certificado caduca pronto" action={<a href="/firma">Ver</a>} />,
  )
const isOpen = () => screen.queryByRole('status') !== null

it('a closed notice stays closed for the user, and is open for the next', async () => {
  const first = draw()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(isOpen()).toBe(false)
  first.unmount()
  const second = draw()
  expect(isOpen()).toBe(false)
  second.unmount()
  claim('mateo')
  const third = draw()
  expect(isOpen()).toBe(true)
  third.unmount()
  claim('lucia')
  draw()
  expect(isOpen()).toBe(true)
})
