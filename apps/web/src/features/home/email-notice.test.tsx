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

it('the email notice warns admins that emails are held, with a touch-sized link', () => {
  render(<EmailNotice emails={held} mayFix />)
  expect(screen.getByRole('status').textContent).toContain('3')
  expect(screen.getByRole('link').className).toContain('touch-target')
})

it('the email notice hides missing email setup from other users, but shows them failed emails', () => {
  const { rerender } = render(<EmailNotice emails={held} mayFix={false} />)
  expect(screen.queryByRole('status')).toBeNull()
  rerender(<EmailNotice emails={{ ...held, failed: 1 }} mayFix={false} />)
  expect(screen.getByRole('alert')).toBeTruthy()
})
