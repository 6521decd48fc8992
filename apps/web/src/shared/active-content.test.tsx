import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ActiveContentAlert, ActiveContentBadge } from './active-content.tsx'

it('a warning names what a PDF may do and what to do about it', () => {
  render(<ActiveContentAlert kinds={['javascript', 'program']} />)
  const warning = screen.getByRole('status')
  expect(warning.textContent).toContain('Este PDF puede ejecutar acciones')
  expect(warning.textContent).toContain(
    'Lleva instrucciones en JavaScript. Trae un programa adjunto. Foja no las ejecuta.',
  )
})

it('an ordinary PDF has neither mark nor warning', () => {
  const { container } = render(
    <>
      <ActiveContentBadge kinds={undefined} />
      <ActiveContentAlert kinds={[]} />
    </>,
  )
  expect(container.textContent).toBe('')
})
