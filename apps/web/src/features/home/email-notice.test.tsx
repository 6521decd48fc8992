import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EmailNotice } from './components/email-notice.tsx'

vi.mock('../../shared/app-link.tsx', () => ({
  AppLink: ({ to, className, children }: { to: string; className?: string; children: string }) => (
    <a href={to} className={className}>
      {children}
    </a>
  ),
}))

const held = { failed: 0, held: 3, configured: false }

it('tells whoever looks after the server that emails wait, with a way there that a finger finds', () => {
  render(<EmailNotice emails={held} mayFix />)
  expect(screen.getByRole('status').textContent).toContain('3')
  expect(screen.getByRole('link').className).toContain('touch-target')
})

it('does not alarm whoever can do nothing about a server that cannot send; an email that failed is still told', () => {
  const { rerender } = render(<EmailNotice emails={held} mayFix={false} />)
  expect(screen.queryByRole('status')).toBeNull()
  rerender(<EmailNotice emails={{ ...held, failed: 1 }} mayFix={false} />)
  expect(screen.getByRole('alert')).toBeTruthy()
})
