import { render, screen } from '@testing-library/react'
import { House } from 'lucide-react'
import { expect, it } from 'vitest'
import { renderLink } from '../../shared/app-link.tsx'
import { Sidebar } from './sidebar.tsx'

const open = (form: { compact: boolean; named: boolean }) =>
  render(
    <Sidebar
      {...form}
      nav={[{ items: [{ to: '/', label: 'Solicitudes', icon: <House />, active: true, count: '15' }] }]}
      home="/"
      profile="/perfil"
      user={{ name: 'Ana Ríos', role: 'Gestión', email: 'ana@oficina.ec' }}
      renderLink={renderLink}
      onSignOut={() => {}}
    >
      {null}
    </Sidebar>,
  )
const link = () => screen.getByRole('link', { name: /^Solicitudes/ })

it('a wide rail shows names below its icons', () => {
  open({ compact: true, named: true })
  expect(link().textContent).toBe('Solicitudes')
})

it('a narrow rail gives names to screen readers only', () => {
  open({ compact: true, named: false })
  expect([link().textContent, link().getAttribute('aria-label')]).toEqual(['', 'Solicitudes'])
})

it('a wide sidebar shows counts', () => {
  open({ compact: false, named: false })
  expect(link().textContent).toBe('Solicitudes15')
})
